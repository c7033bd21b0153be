"""The levels of bots: chosen where bots are, thinking in turn, and never stopping a match."""

import re
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client
from prometheus_client import REGISTRY

from accounts.models import User
from games.levels import LEVELS
from games.registry import GAMES
from matches.bots import thinking
from matches.bots.play import play_bots
from matches.lobby.rematch import propose_rematch
from matches.log.sealed_answers import open_answer
from matches.models import Match
from matches.sweep import _waiting_for_bots
from matches.timeouts.stand_ins import begin_stand_in
from matches.view.options import options_words
from tests.accounts.people import person
from tests.api.bots import caller, problem
from tests.matches.tables import NOON, table_of

pytestmark = pytest.mark.django_db
SLUG = next(iter(GAMES))


def without_gaps(page: str) -> str:
    """A page without the spaces around its tags."""
    return re.sub(r"\s*(<[^>]*>)\s*", r"\1", page)


def table(**fields: str) -> dict[str, Any]:
    """A filled form for a table of three with the game's usual options."""
    options = msgspec.structs.asdict(GAMES[SLUG].Options())
    given = {f"option_{name}": value for name, value in options.items() if value not in (False, None)}
    return {"players": "3", "excuses": "1", "pace": "259200", **given, **fields}


def brains(match: Match) -> list[str]:
    return [seat.brain for seat in match.seats.select_related("user").order_by("number")]


def test_a_host_chooses_how_well_bots_play():
    ana, client = person("ana"), Client()
    client.force_login(ana)
    page = client.get(f"/tables/new/{SLUG}/").text
    assert all(about.in_short in page for about in LEVELS.values())
    client.post(f"/tables/new/{SLUG}/", table(company="bots", level="sharp"))
    assert brains(Match.objects.get()) == ["", "sharp", "sharp"]


def test_free_seats_of_a_table_go_to_bots_of_a_level():
    client = Client()
    client.force_login(person("ana"))
    client.post(f"/tables/new/{SLUG}/", table(company="open"))
    match = Match.objects.get()
    assert "Thinks ahead before it answers." in client.get(f"/table/{match.pk}/").text
    assert "There is no such bot" in client.post(f"/table/{match.pk}/start/", {"level": "genius"}).text
    client.post(f"/table/{match.pk}/start/", {"level": "easy"})
    assert brains(match) == ["", "easy", "easy"]


@pytest.mark.parametrize(("wanted", "plays"), [("sharp", "sharp"), ("genius", "steady")])
def test_the_operator_chooses_who_stands_in(settings: Any, wanted: str, plays: str):
    settings.STAND_IN_LEVEL = wanted
    match, _ = table_of("ana", "ben", "cleo")
    begin_stand_in(match=match, seat=match.seats.get(number=1), now=NOON)
    assert brains(match)[1] == plays


def test_a_host_chooses_who_stands_in(settings: Any):
    settings.STAND_IN_LEVEL = "easy"
    client = Client()
    client.force_login(person("ana"))
    page = client.get(f"/tables/new/{SLUG}/").text
    assert '<option value="easy" selected>Easy: Knows the rules' in page
    client.post(f"/tables/new/{SLUG}/", table(company="open", stand_in_level="sharp"))
    chosen = Match.objects.get()
    assert "<dt>Bot for absent players</dt>" in (page := client.get(f"/table/{chosen.pk}/").text)
    assert "<dd>Sharp</dd>" in "".join(page.split())
    begin_stand_in(match=chosen, seat=chosen.seats.get(number=0), now=NOON)
    assert brains(chosen)[0] == "sharp"
    unchosen, _ = table_of("ana", "ben", "cleo")
    begin_stand_in(match=unchosen, seat=unchosen.seats.get(number=1), now=NOON)
    assert brains(unchosen)[1] == "easy"


def test_a_bot_that_the_game_does_not_have_stands_in_for_nobody():
    client = Client()
    client.force_login(person("ana"))
    client.post(f"/tables/new/{SLUG}/", table(company="open", stand_in_level="genius"))
    assert not Match.objects.exists()


def test_a_host_gives_sharp_more_time_at_a_table_that_counts_for_nothing(settings: Any):
    settings.BOT_SECONDS = {"sharp": 2.0, "patient": 5.0}
    client = Client()
    client.force_login(person("ana"))
    where = f"/tables/new/{SLUG}/"
    page = without_gaps(client.get(where).text)
    assert [*re.findall(r"<option[^>]*>(As usual: 2 s|\d+ seconds?)</option>", page)] == [
        *("As usual: 2 s", "1 second", "5 seconds"),
    ]
    for seconds, words in (("5", "5 seconds"), ("1", "1 second")):
        client.post(where, table(company="open", sharp_seconds=seconds, unrated="on"))
        page = without_gaps(client.get(f"/table/{Match.objects.latest('pk').pk}/").text)
        assert f"<dt>Time of Sharp for an answer</dt><dd>{words}</dd>" in page
    client.post(where, table(company="open", unrated="on"))
    assert "Time of Sharp" not in client.get(f"/table/{Match.objects.latest('pk').pk}/").text


def test_a_host_is_told_at_the_field_why_sharp_gets_no_more_time():
    client = Client()
    client.force_login(person("ana"))
    page = client.post(f"/tables/new/{SLUG}/", table(company="open", sharp_seconds="10"))
    assert page.status_code == 400
    assert "In a rated match Sharp thinks as long as usual." in page.text
    assert '<details id="more" class="disclosure" open>' in page.text
    assert 'id="id_sharp_seconds_error"' in page.text
    assert not Match.objects.exists()


def test_a_table_keeps_to_what_the_operator_gives_since(settings: Any):
    match, people = table_of("ana", "ben", "cleo", rated=False, sharp_seconds=10)
    assert ("Time of Sharp for an answer", "10 seconds") in options_words(match)
    settings.BOT_SECONDS = {"sharp": 2.0, "patient": 4.0}
    assert ("Time of Sharp for an answer", "4 seconds") in options_words(match)
    Match.objects.update(status=Match.Status.FINISHED, ended_at=NOON)
    new = propose_rematch(match_id=match.pk, user=people[0], contribution="", now=NOON)
    assert new.sharp_seconds == 4
    settings.BOT_SECONDS = {"sharp": 0.2, "patient": 0.4}
    assert "Time of Sharp" not in str(options_words(match))
    asked = {"game": SLUG, "seats": [{"kind": "open"}] * 2, "sharp_seconds": 1}
    problem(caller(people[1]).post("matches", asked), 400, "no_such_thinking_time", "/sharp_seconds")


def test_no_row_says_that_sharp_thinks_longer_where_it_has_a_rating():
    match, _ = table_of("ana", "ben", "cleo", rated=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=match.pk).update(sharp_seconds=5)


@pytest.mark.parametrize("level", LEVELS)
def test_the_page_of_a_bot_tells_how_it_decides(level: str):
    User.objects.create(username=f"{level.capitalize()}-1", kind="house", brain=level)
    page = Client().get(f"/people/{level.capitalize()}-1/").text
    assert LEVELS[level].method in page
    assert LEVELS[level].method.count(". ") == 1
    assert f"AI player, level {level}" in page
    assert all(part in page for part in ("Ratings", "No rated match yet"))


def test_the_page_of_a_bot_is_linked_where_its_name_stands():
    ana, client = person("ana"), Client()
    client.force_login(ana)
    match, _ = table_of("ana", bots=["sharp", "sharp"], rated=False)
    names = [seat.user.username for seat in match.seats.select_related("user") if seat.user and seat.user.is_house]
    links = [f'<a href="/people/{name}/">{name}</a>' for name in names]
    assert len(links) == 2
    page = client.get(f"/table/{match.pk}/").text
    assert all(link in page for link in links)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    match.seats.update(place=1)
    assert all(client.get(f"/table/{match.pk}/").text.count(link) == 2 for link in links)
    client.post(f"/tables/new/{SLUG}/", table(company="open"))
    waiting = Match.objects.latest("pk")
    waiting.seats.filter(number=1).update(user=User.objects.get(username=names[0]))
    assert links[0] in client.get(f"/table/{waiting.pk}/").text


def test_programs_read_the_level_of_a_bot():
    match, people = table_of("ana", bots=["sharp", "sharp"], rated=False)
    ana = caller(people[0])
    assert ana.get("players/Sharp-1").json()["level"] == "sharp"
    assert ana.get("players/ana").json()["level"] == ""
    assert match.players == 3


def failures(brain: str) -> float:
    return REGISTRY.get_sample_value("piecepack_bot_failures_total", {"bot": brain}) or 0


def raise_error(*_: Any) -> int:
    raise MemoryError


@pytest.mark.parametrize("run", [raise_error, lambda *_: 10_000], ids=["fails", "answers illegally"])
def test_a_bot_that_fails_plays_the_default_and_is_counted(monkeypatch: pytest.MonkeyPatch, run: Any):
    monkeypatch.setattr(thinking.THINKERS, "run", run)
    before = failures("steady")
    match, _ = table_of("ana", "ben", "cleo")
    begin_stand_in(match=match, seat=match.seats.get(number=1), now=NOON)
    assert play_bots(match_id=match.pk, now=NOON) == 1
    assert open_answer(match.answers.get(seat__number=1)).answered_by == "default"
    assert failures("steady") == before + 1


def test_the_same_turn_is_thought_about_once(monkeypatch: pytest.MonkeyPatch):
    match, _ = table_of("ana", "ben", "cleo")
    begin_stand_in(match=match, seat=match.seats.get(number=1), now=NOON)
    asked: list[int] = []

    def think(*_: Any) -> int:
        asked.append(play_bots(match_id=match.pk, now=NOON))
        return 0

    monkeypatch.setattr(thinking.THINKERS, "run", think)
    assert play_bots(match_id=match.pk, now=NOON) == 1
    assert asked == [0]
    assert cache.get(f"bots:{match.pk}:{match.next_step}") is None


def test_an_answer_counts_from_when_it_was_found(monkeypatch: pytest.MonkeyPatch):
    match, _ = table_of("ana", "ben", "cleo")
    begin_stand_in(match=match, seat=match.seats.get(number=1), now=NOON)
    times = iter([0.0, 20.0])
    monkeypatch.setattr("matches.bots.play.monotonic", lambda: next(times))
    monkeypatch.setattr(thinking.THINKERS, "run", lambda *_: 0)
    play_bots(match_id=match.pk, now=NOON)
    assert match.answers.get(seat__number=1).made_at == NOON + timedelta(seconds=20)


def test_the_sweep_asks_bots_until_all_have_answered():
    match, _ = table_of("ana", "ben", bots=["easy"])
    assert _waiting_for_bots() == [match.pk]
    assert play_bots(match_id=match.pk, now=NOON) == 1
    assert _waiting_for_bots() == []
    begin_stand_in(match=match, seat=match.seats.get(number=0), now=NOON)
    assert _waiting_for_bots() == [match.pk]


def test_a_bot_asked_while_another_thinks_is_not_forgotten(monkeypatch: pytest.MonkeyPatch):
    match, _ = table_of("ana", "ben", "cleo")
    begin_stand_in(match=match, seat=match.seats.get(number=1), now=NOON)

    def think(*_: Any) -> int:
        begin_stand_in(match=match, seat=match.seats.get(number=2), now=NOON + timedelta(seconds=1))
        return 0

    monkeypatch.setattr(thinking.THINKERS, "run", think)
    assert play_bots(match_id=match.pk, now=NOON) == 1
    assert _waiting_for_bots() == [match.pk]
    monkeypatch.setattr(thinking.THINKERS, "run", lambda *_: 0)
    assert play_bots(match_id=match.pk, now=NOON) == 1
    assert _waiting_for_bots() == []
