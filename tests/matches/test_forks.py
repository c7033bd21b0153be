"""Playing on from a position: a match of its own, which begins where another stood, and counts for nothing."""

import re
from collections import Counter
from html import unescape
from typing import Any

import msgspec
import pytest
from django.core.cache import cache
from django.db import IntegrityError, transaction

from accounts.models import User
from engine.log import LoggedStep, MatchRecord, checksum
from engine.quick_chance import RandomChance
from engine.table_settings import TimeControl
from foundation.errors import Forbidden, Refused
from games.registry import GAMES
from games.verify import checks_of
from ladders.models import Result
from ladders.selectors.players import record_of
from ladders.services.results import follow_match
from matches.clocks.reliability import reliability_of
from matches.lobby.forks import ANYONE, BOTS, LINK, play_on, start_in_match
from matches.lobby.tables import join_match
from matches.log.states import game_of, open_step, state_after, state_of
from matches.models import AnswerHour, Match, Step
from matches.play.replays import import_replay
from matches.rounds.resolve import resolve_round
from matches.view.fork_words import fork_place
from matches.view.match_view import match_view, matches, may_see
from matches.view.verification import export_json, match_checks, match_record
from matches.web.pictures.position import words_of_position
from moderation.services.signals import _unweighed
from tests.matches.tables import DAY, NOON, answer_all, person
from tests.matches.test_costly_records import counted_rounds
from tests.matches.test_exports import played
from tests.support.clients import client_of
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db
STEP = 4


@pytest.fixture(autouse=True)
def _nobody_is_in_a_hurry() -> None:
    cache.clear()


def fork(match: Match, user: User, step: int = STEP, seat: int = 0, company: str = BOTS) -> Match:
    """A match that this user plays on from there."""
    new = play_on(
        host=user,
        start=start_in_match(match, step, user.pk),
        seat=seat,
        company=company,
        level="random",
        time_control=TimeControl(14 * DAY),
        now=NOON,
    )
    return matches().get(pk=new.pk)


def with_people(match: Match, user: User) -> tuple[Match, list[User]]:
    """The same, with friends at the other seats."""
    new, people = fork(match, user, company=LINK), [user]
    for name in ("gita", "hugo")[: match.players - 1]:
        people.append(person(name))
        join_match(match_id=new.pk, user=people[-1], token=new.invite_token, contribution="", now=NOON)
    return matches().get(pk=new.pk), people


def to_the_end(match: Match, people: list[User]) -> Match:
    chance = RandomChance(3)
    while match.status == Match.Status.RUNNING:
        answer_all(match, people, chance)
        resolve_round(match_id=match.pk, now=NOON)
        match.refresh_from_db()
    follow_match(match_id=match.pk, now=NOON)
    return matches().get(pk=match.pk)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.sampled(2, "every game, not two")
def test_a_match_goes_on_where_the_other_stood_and_both_verify(slug: str) -> None:
    match, people = played(slug)
    new, friends = with_people(match, people[1])
    game, before, after = game_of(match), state_after(match, STEP), state_of(new)
    assert new.step == 0
    assert not new.sealed_origin
    for viewer in (None, *range(match.players)):
        assert game.observation(after, viewer) == game.observation(before, viewer)
    assert after == before or game.reshuffle(before, RandomChance(1)) != before
    done = to_the_end(new, friends)
    assert done.seed_hash != match.seed_hash
    assert [check.name for check in match_checks(done) if not check.ok] == []
    checks = checks_of(match_record(done))
    assert [check.name for check in checks if not check.ok] == []
    assert f"after its step {STEP}" in next(check.detail for check in checks if check.name == "origin")
    # Its record can be brought like any other, and stepped through.
    kept = import_replay(owner=people[0], data=export_json(done), now=NOON)
    assert client_of(people[0]).get(f"/replays/{kept.token}/step/0/").status_code == 200


def test_it_is_marked_everywhere_and_counts_nowhere() -> None:
    match, people = played("plaque-auction")
    before = record_of(people[0]), reliability_of([people[0].pk], NOON)
    hours, results = AnswerHour.objects.count(), Result.objects.count()
    new, friends = with_people(match, people[0])
    place = fork_place(new.fork_words, match.game)
    words = f'Played on from <a href="/table/{match.pk}/step/{STEP}/">{place}</a>'
    assert place == f"hand 1 of table {match.pk}"
    page = squeezed(client_of(people[0]).get(f"/table/{new.pk}/").content.decode())
    assert words in page
    assert f"The match is played on from {place}." in page
    assert client_of(people[0]).get(f"/api/v1/matches/{new.pk}").json()["played_on_from"] == place
    done = to_the_end(new, friends)
    assert (done.rated, done.followed) == (False, done.outcome)
    assert (AnswerHour.objects.count(), Result.objects.count()) == (hours, results)
    assert (record_of(people[0]), reliability_of([people[0].pk], NOON)) == before
    assert done.pk not in _unweighed().values_list("pk", flat=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=done.pk).update(rated=True)


def test_a_running_match_is_played_on_from_by_nobody() -> None:
    match, people = played("concealed-draw", STEP + 1)
    for user in people:
        for reply in (
            client_of(user).get(f"/table/{match.pk}/step/2/play-on/"),
            client_of(user).post(f"/table/{match.pk}/step/2/play-on/", {"seat": "0", "company": "bots"}),
            client_of(user).post(f"/api/v1/matches/{match.pk}/steps/2/play-on", {"seat": 0}, "application/json"),
        ):
            assert reply.status_code == 403
    assert Match.objects.count() == 1


def test_a_match_that_is_taken_back_meanwhile_is_not_played_on_from() -> None:
    match, people = played("plaque-auction")
    start = start_in_match(match, STEP)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.RUNNING)
    clock = TimeControl(14 * DAY)
    with pytest.raises(Forbidden) as refused:
        play_on(host=people[0], start=start, seat=0, company=BOTS, level="random", time_control=clock, now=NOON)
    assert refused.value.code == "match_not_finished"


@pytest.mark.parametrize("closed", [{"private": True}, {"spectators": False}, {"private": True, "members_only": True}])
def test_a_match_that_not_everyone_may_see_is_played_on_from_by_its_players_against_bots(
    closed: dict[str, bool],
) -> None:
    match, people = played("plaque-auction")
    of_a_club = "members_only" in closed
    Match.objects.filter(pk=match.pk).update(**closed)
    match = matches().get(pk=match.pk)
    path = f"/table/{match.pk}/step/{STEP}/play-on/"
    assert client_of(person("zora")).post(path, {"seat": "0", "company": "bots"}).status_code == 404
    for company in (LINK, ANYONE) if of_a_club else (ANYONE,):
        with pytest.raises(Refused) as refused:
            fork(match, people[0], company=company)
        assert refused.value.code == "origin_not_public"
    reply = client_of(people[0]).post(path, {"seat": "2", "company": "bots", "level": "random", "pace": str(DAY)})
    new = Match.objects.latest("pk")
    assert reply["Location"] == f"/table/{new.pk}/"
    assert (new.private, new.status, new.seats.get(user=people[0]).number) == (True, Match.Status.RUNNING, 2)
    assert not may_see(new, None)
    assert new.is_invitation(new.invite_token) != of_a_club, "a club's link shows the position to nobody"
    if not of_a_club:
        # Those who watch the new table learn no more of the other than its number.
        Match.objects.filter(pk=new.pk).update(private=False)
        assert f"/table/{match.pk}/" not in client_of(person("zora")).get(f"/table/{new.pk}/").content.decode()


@pytest.mark.parametrize("closed", [{"private": True}, {"spectators": False}])
def test_a_private_match_of_one_s_own_is_played_on_from_with_friends_at_a_private_table(
    closed: dict[str, bool],
) -> None:
    match, people = played("plaque-auction")
    Match.objects.filter(pk=match.pk).update(**closed)
    client, gita = client_of(people[0]), person("gita")
    page = f"/table/{match.pk}/step/{STEP}/play-on/"
    shown = client.get(page).content.decode()
    assert 'value="link"' in shown and 'value="open"' not in shown
    client.post(page, {"seat": "1", "company": "link", "level": "random", "pace": str(DAY)})
    by_page = matches().latest("pk")
    path = f"/api/v1/matches/{match.pk}/steps/{STEP}/play-on"
    made = client.post(path, {"seat": 1, "company": "link"}, "application/json").json()
    for new in (by_page, matches().get(pk=made["number"])):
        assert new != match and (new.private, new.rated) == (True, False)
        assert client_of(gita).get(f"/table/{new.pk}/").status_code == 404
        join_match(match_id=new.pk, user=gita, token=new.invite_token, contribution="", now=NOON)
    reply = client.post(path, {"seat": 1, "company": "open"}, "application/json")
    assert (reply.status_code, reply.json()["code"]) == (403, "origin_not_public")
    assert "send a link" in reply.json()["errors"][0]["detail"]


def test_a_private_match_of_others_is_played_on_from_against_bots_alone() -> None:
    match, _ = played("plaque-auction")
    zora = person("zora")
    Match.objects.filter(pk=match.pk).update(private=True, host=zora)
    page = f"/table/{match.pk}/step/{STEP}/play-on/"
    assert 'value="link"' not in client_of(zora).get(page).content.decode()
    with pytest.raises(Refused) as refused:
        fork(matches().get(pk=match.pk), zora, company=LINK)
    assert refused.value.code == "origin_not_public" and "bots alone" in refused.value.message


def test_an_uploaded_match_is_played_on_from() -> None:
    match, people = played("plaque-auction")
    kept = import_replay(owner=people[0], data=export_json(match), now=NOON)
    path = f"/replays/{kept.token}/step/{STEP}/play-on/"
    assert client_of(person("zora")).get(path).status_code == 200
    reply = client_of(person("zora")).post(path, {"seat": "1", "company": "bots", "level": "random", "pace": str(DAY)})
    new = matches().latest("pk")
    assert reply["Location"] == f"/table/{new.pk}/"
    assert new.fork_words == f"step {STEP} of an uploaded match"
    assert match_view(new, None).seen == match_view(match, None, at_step=STEP).seen
    assert client_of(person("zora")).get(f"/replays/{kept.token}/step/9999/play-on/").status_code == 404


@pytest.mark.parametrize("slug", ["plaque-auction", "concealed-draw"])
def test_the_page_shows_what_each_seat_sees(slug: str) -> None:
    match, people = played(slug)
    kept = import_replay(owner=people[0], data=export_json(match), now=NOON)
    client = client_of(person("zora"))
    for page, drawn in (
        (f"/table/{match.pk}/step/{STEP}/play-on/", f"/table/{match.pk}/step/{STEP}.svg"),
        (f"/replays/{kept.token}/step/{STEP}/play-on/", f"/replays/{kept.token}/step/{STEP}.svg"),
    ):
        shown = re.findall(r'<img class="position" src="([^"]*)" alt="([^"]*)"', client.get(page).content.decode())
        assert [address for address, _ in shown] == [f"{drawn}?seat={seat + 1}" for seat in range(match.players)]
        for seat, (address, words) in enumerate(shown):
            assert unescape(words) == words_of_position(match_view(match, seat, at_step=STEP))
            assert client.get(address).status_code == 200
            assert client.get(address).content != client.get(drawn).content


def test_an_uploaded_match_is_played_on_from_with_friends_at_a_private_table() -> None:
    match, people = played("plaque-auction")
    Match.objects.filter(pk=match.pk).update(private=True)
    zora = person("zora")
    kept = import_replay(owner=people[0], data=export_json(matches().get(pk=match.pk)), now=NOON)
    page = f"/replays/{kept.token}/step/{STEP}/play-on/"
    shown = client_of(people[0]).get(page).content.decode()
    assert 'value="link"' in shown
    assert 'value="open"' not in shown
    body = {"seat": "1", "company": "link", "level": "random", "pace": str(DAY)}
    client_of(people[0]).post(page, body)
    by_page = matches().latest("pk")
    path = f"/api/v1/replays/{kept.token}/play-on"
    asked = {"seat": 1, "step": STEP, "company": "link"}
    by_program = matches().get(pk=client_of(people[0]).post(path, asked, "application/json").json()["number"])
    for new in (by_page, by_program):
        assert new != match
        assert (new.private, new.rated, new.seats.filter(offer="link").count()) == (True, False, match.players - 1)
        assert not may_see(new, None)
        assert client_of(zora).get(f"/table/{new.pk}/").status_code == 404
        assert client_of(zora).get(f"/api/v1/matches/{new.pk}").status_code == 404
        join_match(match_id=new.pk, user=zora, token=new.invite_token, contribution="", now=NOON)
        zora_sees = client_of(zora).get(f"/table/{new.pk}/")
        assert zora_sees.status_code == 200


def test_an_uploaded_match_is_played_on_from_by_no_chance_company() -> None:
    match, people = played("plaque-auction")
    kept = import_replay(owner=people[0], data=export_json(match), now=NOON)
    path, page = f"/api/v1/replays/{kept.token}/play-on", f"/replays/{kept.token}/step/{STEP}/play-on/"
    asked = {"seat": 1, "step": STEP, "company": "open"}
    reply = client_of(people[0]).post(path, asked, "application/json")
    error = reply.json()["errors"][0]
    assert (reply.status_code, reply.json()["code"], error["field"]) == (403, "origin_not_public", "/company")
    assert "send a link" in error["detail"]
    form = {"seat": "1", "company": "open", "level": "random", "pace": str(DAY)}
    assert client_of(people[0]).post(page, form).status_code == 400
    assert Match.objects.count() == 1


def test_the_program_does_the_same() -> None:
    match, people = played("plaque-auction")
    client, path = client_of(people[0]), f"/api/v1/matches/{match.pk}/steps/{STEP}/play-on"
    body: dict[str, Any] = {"seat": 1, "level": "random"}
    made = client.post(path, body, "application/json").json()
    assert (made["me"], made["played_on_from"].endswith(f"of table {match.pk}")) == (1, True)
    wrong = {"seat": 9}, {"seat": 0, "level": "nobody"}, {"seat": 0, "turn_seconds": 1}
    found = [client.post(path, one, "application/json").json()["errors"][0]["field"] for one in wrong]
    assert found == ["/seat", "/level", "/turn_seconds"]
    kept = import_replay(owner=people[0], data=export_json(match), now=NOON)
    again = client.post(f"/api/v1/replays/{kept.token}/play-on", {"seat": 0, "step": STEP}, "application/json")
    assert (again.status_code, again.json()["played_on_from"]) == (201, f"step {STEP} of an uploaded match")


def test_no_further_than_the_position_and_no_name_goes_along() -> None:
    match, people = played("plaque-auction")
    record = start_in_match(match, STEP).record
    assert record.steps[-1].step.number == STEP
    assert not {user.username for user in people} & {seat.name for seat in record.seats}
    new = fork(match, people[0])
    assert new.seats.get(number=0).user == people[0]


@pytest.mark.parametrize("step", [-1, 9999])
def test_a_step_that_there_is_not(step: int) -> None:
    match, _ = played("plaque-auction")
    with pytest.raises(IndexError):
        start_in_match(match, step)


def test_the_end_of_a_match_and_a_match_played_on_are_no_beginnings() -> None:
    match, people = played("plaque-auction")
    with pytest.raises(Refused) as over:
        start_in_match(match, match.step)
    done = to_the_end(*with_people(match, people[0]))
    with pytest.raises(Refused) as twice:
        start_in_match(done, 1)
    assert (over.value.code, twice.value.code) == ("match_over_then", "fork_of_fork")


def _changed(record: MatchRecord, change: Any) -> MatchRecord:
    """The record with something else as where it began."""
    raw = msgspec.json.decode(msgspec.json.encode(record))
    change(raw["steps"][0]["step"]["note"])
    return msgspec.convert(raw, MatchRecord)


CHANGES = {
    "an answer": lambda note: note["origin"]["steps"][2]["step"]["answers"][0].update(nonce="0" * 32),
    "a draw": lambda note: note["origin"]["steps"][0]["step"]["draws"].reverse(),
    "fewer steps": lambda note: note["origin"]["steps"].pop(),
    "no steps": lambda note: note["origin"]["steps"].clear(),
    "another seed": lambda note: note["origin"].update(site_seed="0" * 64),
    "another game": lambda note: note["origin"].update(game="bid"),
    "other options": lambda note: note["origin"].update(options={}),
    "something else": lambda note: note.update(more=1),
    "a checksum": lambda note: note["origin"].update(checksum="0" * 64),
    "nonsense": lambda note: note.update(origin=7),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_beginning_is_found(name: str) -> None:
    match, people = played("plaque-auction")
    record = match_record(to_the_end(*with_people(match, people[0])))
    assert all(check.ok for check in checks_of(record))
    changed = _changed(record, CHANGES[name])
    changed = msgspec.structs.replace(changed, proof=None, checksum="")
    changed = msgspec.structs.replace(changed, checksum=checksum(changed))
    assert not all(check.ok for check in checks_of(changed))


def test_playing_on_from_a_match_plays_a_few_rounds_only(monkeypatch: pytest.MonkeyPatch) -> None:
    few = 4
    monkeypatch.setattr("matches.log.chain.SNAPSHOT_EVERY", few)
    match, people = played("concealed-draw")
    step = match.step - 1
    assert step > 4 * few
    rounds = counted_rounds(GAMES[match.game], monkeypatch)
    path = f"/table/{match.pk}/step/{step}/play-on/"
    body = {"seat": "0", "company": "link", "level": "random", "pace": "86400"}
    for reply in (lambda: client_of(people[0]).get(path), lambda: client_of(people[0]).post(path, body)):
        rounds.clear()
        assert reply().status_code in (200, 302)
        # The page shows the position too.
        assert rounds["rounds"] <= 3 * few
    assert Match.objects.count() == 2


def test_of_a_match_that_is_too_long_to_be_played_on_from_few_steps_are_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, people = played("concealed-draw")
    opened = Counter[str]()

    def counted(row: Step) -> LoggedStep:
        opened["rows"] += 1
        return open_step(row)

    for room in ("matches.view.verification", "matches.log.states", "matches.view.match_view"):
        monkeypatch.setattr(f"{room}.open_step", counted, raising=False)
    monkeypatch.setattr("matches.lobby.forks.LARGEST_ORIGIN", 2000)
    reply = client_of(people[0]).get(f"/table/{match.pk}/step/{match.step - 1}/play-on/")
    assert reply.status_code == 400 and "too long by this step" in reply.content.decode()
    assert 0 < opened["rows"] < match.step // 2
    assert client_of(people[0]).get(f"/table/{match.pk}/step/{match.step + 1}/play-on/").status_code == 404
