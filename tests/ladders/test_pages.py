"""Pages of ladders, tournaments and players: what they show, to whom, and what can be taken away."""

import csv
import io
import json
import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from accounts.models import User
from games.registry import GAMES
from ladders.charts import bracket
from ladders.models import Apart, Challenge, Ladder, Season, Tournament
from ladders.selectors.exports import SHEETS
from ladders.selectors.players import head_to_head, record_of
from ladders.selectors.tournaments import tables_of
from ladders.services.challenges import make_challenge
from ladders.services.ratings import void_result
from ladders.services.results import follow_match
from ladders.services.rounds import advance_tournament
from ladders.services.seasons import end_season_of, open_season
from ladders.services.tournaments import Plan, enter_tournament, make_tournament
from matches.models import Match
from tests.ladders.play import (
    CLOCK,
    SLUG,
    finish,
    house,
    ladder_of,
    match_of,
    organiser,
    people,
    play_round,
    played,
    playing,
    tournament_of,
)
from tests.matches.tables import NOON, table_of
from tests.support.clients import client_of
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db


def page(path: str, user: User | None = None, status: int = 200) -> str:
    answer = client_of(user).get(path)
    assert answer.status_code == status
    text: str = answer.content.decode()
    return squeezed(text) if answer["Content-Type"].startswith("text/html") else text


def page_after(client: Client, path: str, **fields: object) -> str:
    """What a page says after a form was sent."""
    answer = client.post(path, fields, follow=True)
    assert answer.status_code == 200
    return squeezed(answer.content.decode())


def test_organisers_are_offered_nothing_that_they_will_be_refused() -> None:
    by = organiser("paul")
    ladder, other = ladder_of([by, *people(3)]), organiser()
    two = ladder_of([by], title="Of two divisions", divisions=["First", "Second"])
    for one, imports in ((ladder, True), (two, False)):
        shown = page(f"/ladder/{one.slug}/", by)
        assert ("Import a list" in shown, "or to enter others" in shown) == (imports, not imports)
    dates = {"starts_at": NOON, "ends_at": NOON + timedelta(days=9999)}
    open_season(ladder_id=ladder.pk, by=other, title="Spring", now=NOON, **dates)
    for word in ("Close this ladder", "End Spring now"):
        assert word in page(f"/ladder/{ladder.slug}/", other) and word not in page(f"/ladder/{ladder.slug}/", by)
    assert "or leave the ladder first." in page(f"/ladder/{ladder.slug}/", by)
    plan = Plan("The cup", "swiss", SLUG, GAMES[SLUG].Options(), 3, timezone.now() + timedelta(days=1), CLOCK)
    cup = make_tournament(by=other, plan=plan, now=timezone.now())
    for user in (by, people(1)[0]):
        enter_tournament(tournament_id=cup.pk, user=user, now=NOON)
    for word in ("Enter this player", "Import a list", "Start now"):
        assert word in page(f"/tournament/{cup.pk}/", other) and word not in page(f"/tournament/{cup.pk}/", by)
    shown = page(f"/tournament/{cup.pk}/", by)
    assert "Call it off" in shown and "Only an organiser who does not play can enter other players." in shown
    assert "You can add bots until" in shown
    assert "A bot is entered." in page_after(client_of(by), f"/tournament/{cup.pk}/enter/", bot="1")
    full = page(f"/tournament/{cup.pk}/", by)
    assert "Enter a bot" not in full and "You can add bots until" not in full
    assert "Enter a bot" in page(f"/tournament/{cup.pk}/", other)


def test_everyone_may_read_and_nothing_is_missing() -> None:
    """Every page with a URL of its own, for a visitor, a player and an organiser."""
    users, by = people(6), organiser()
    ladder = ladder_of(users)
    season = open_season(
        ladder_id=ladder.pk, by=by, title="Spring", starts_at=NOON, ends_at=NOON + timedelta(days=9999), now=NOON
    )
    end_season_of(season_id=season.pk, now=NOON, by=by)
    cups = [tournament_of(users, kind, seats=3, go_on=2) for kind in ("swiss", "robin", "knockout")]
    for cup in cups:
        play_round(cup, NOON)
    paths = ["/ladders/", "/ladders/hall/", f"/ladder/{ladder.slug}/", f"/ladder/{ladder.slug}/why/"]
    paths += [season.get_absolute_url(), "/tournaments/", "/ladders/ratings/plaque-auction/days/"]
    paths += [f"/tournament/{cup.pk}/{more}" for cup in cups for more in ("", "why/", "calendar.ics")]
    paths += ["/people/player-001/", "/ladders/versus/player-001/player-002/"]
    for reader in (None, users[0], by):
        for path in paths:
            assert page(path, reader), path


def test_a_rating_shows_on_the_page_of_its_player() -> None:
    users = people(3)
    assert "No rated match yet" in page("/people/player-000/")
    match = played(users, [1, 2, 3])
    played(users, [2, 1, 3], NOON + timedelta(hours=1), rated=False)
    played(users, [1, 3, 2], NOON + timedelta(hours=2))
    shown = page("/people/player-000/")
    assert "2 rated matches; provisional until it has settled" in shown
    assert "Unrated." in shown and shown.count('<svg class="history"') == 1
    assert record_of(users[0]).games[0].played == 3
    void_result(match_id=match.pk, reason="one hand for two", now=NOON)
    assert "Voided: one hand for two." in page("/people/player-000/")
    assert record_of(users[0]).games[0].played == 2
    assert head_to_head(users[0], users[1])[0].met == 2


def test_private_tables_show_on_nobodys_page() -> None:
    users = people(2)
    played(users, [1, 2], private=True)
    for path in ("/people/player-000/", "/ladders/versus/player-000/player-001/"):
        assert f"/table/{Match.objects.get().pk}/" not in page(path)


def test_head_to_head_counts_both_ways() -> None:
    users = people(3)
    for hour, places in enumerate(([1, 2, 3], [2, 1, 3], [1, 1, 3])):
        played(users, places, NOON + timedelta(hours=hour))
    shown = page("/ladders/versus/player-000/player-001/")
    assert [part.split("</dd>")[0] for part in shown.split('<dd class="figure">')[1:]] == ["1", "1", "1"]
    assert page("/ladders/versus/player-000/player-000/", status=404)


def test_each_row_of_a_ladder_offers_a_challenge_or_says_why_not() -> None:
    users = people(30)
    ladder = ladder_of(users)
    make_challenge(ladder_id=ladder.pk, challenger=users[20], opponents=[users[12]], now=timezone.now())
    shown = page(f"/ladder/{ladder.slug}/", users[20])
    assert shown.count('name="opponent"') == 18, "ten above and nine below, but for one who is challenged already"
    assert "A challenge of this table is not over yet." in shown
    assert shown.count("Out of reach.") == 10 and shown.count("You can challenge players up to 10 places away.") == 1
    visitor = page(f"/ladder/{ladder.slug}/")
    assert 'name="opponent"' not in visitor and "Log in to join" in visitor


def test_a_page_of_a_hundred_costs_no_more_queries_than_one_of_ten(django_assert_max_num_queries: object) -> None:
    users = people(100)
    ladder = ladder_of(users)
    client = client_of(users[50])
    client.get("/")  # the first page of a log-in notes where it is
    with django_assert_max_num_queries(27):  # type: ignore[operator]
        client.get(f"/ladder/{ladder.slug}/")


def test_a_challenge_by_forms_from_the_first_click_to_the_table() -> None:
    users = people(4)
    ladder = ladder_of(users[:3], seats=range(3, 4))
    me, base = client_of(users[3]), f"/ladder/{ladder.slug}/"
    assert "You stand on" in page_after(me, base + "join/")
    assert "needs 2 opponents" in page_after(me, base + "challenge/", opponent=[users[0].pk])
    assert "The challenge is out." in page_after(me, base + "challenge/", opponent=[users[0].pk, users[1].pk])
    challenge = Challenge.objects.get()
    assert "challenges you" in page("/turns/", users[0]) and "challenges you" in page(base, users[1])
    for user in users[:2]:
        page_after(client_of(user), f"{base}challenge/{challenge.pk}/accept/")
    challenge.refresh_from_db()
    assert f"/table/{challenge.match_id}/" in page(base, users[3])
    assert "part of a challenge" in page_after(me, base + "leave/")


def test_only_organisers_organise() -> None:
    users = people(2)
    ladder = ladder_of(users)
    paths = ["/ladders/new/", "/ladders/new/bid/", "/tournaments/new/bid/", "/ladders/apart/"]
    paths += [f"/ladder/{ladder.slug}/import/", f"/ladder/{ladder.slug}/season/new/"]
    for path in paths:
        assert client_of(None).get(path).status_code == 302
        assert client_of(users[0]).get(path).status_code == 403
        assert client_of(organiser()).get(path).status_code == 200
    assert client_of(users[0]).post(f"/ladder/{ladder.slug}/close/").status_code == 403
    assert "For organisers" not in page(f"/ladder/{ladder.slug}/", users[0])


LIST = "Name;Division\nplayer-000;First\nnobody;\nPLAYER-001\n;First\nplayer-002;Third\nplayer-000;\n"


def test_a_list_is_shown_before_anything_is_entered() -> None:
    people(3)
    ladder = ladder_of([], divisions=["First", "Second"])
    client, path = client_of(organiser()), f"/ladder/{ladder.slug}/import/"
    shown = page_after(client, path, text=LIST, do="look")
    assert "2 of 6 lines can be entered" in shown and ladder.rungs.count() == 0
    assert "Nobody here is called “nobody”." in shown and "This line has no name." in shown
    assert "has no division “Third”" in shown and "stands on this ladder already" in shown
    assert "2 of 6 lines were entered." in page_after(client, path, text=LIST, do="enter")
    stand = [(rung.user.username, rung.division.title) for rung in ladder.rungs.select_related("user", "division")]
    assert stand == [("player-000", "First"), ("player-001", "Second")]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "latin-1"])
def test_a_list_may_be_a_file_of_any_spreadsheet(encoding: str) -> None:
    User.objects.create(username="Zoë")
    tournament = Tournament.objects.get(pk=tournament_of(people(4), seats=4, late_rounds=1).pk)
    client = client_of(organiser())
    file = SimpleUploadedFile("club.csv", "player\tclub\nZoë\tA\n".encode(encoding))
    answer = client.post(f"/tournament/{tournament.pk}/import/", {"file": file, "do": "enter"}, follow=True)
    assert "1 of 1 lines were entered." in squeezed(answer.content.decode())
    assert tournament.entries.filter(user__username="Zoë").exists()


@pytest.mark.parametrize("text", ["", "   \n \n", "player\n" * 501])
def test_a_list_that_cannot_be_read_is_refused_in_a_sentence(text: str) -> None:
    ladder = ladder_of([])
    answer = client_of(organiser()).post(f"/ladder/{ladder.slug}/import/", {"text": text, "do": "look"})
    assert answer.status_code == 400 and 'class="error"' in answer.content.decode()


def test_every_table_can_be_taken_away_as_csv_and_json() -> None:
    users = house(6)
    ladder = ladder_of(users)
    challenge = make_challenge(ladder_id=ladder.pk, challenger=users[3], opponents=[users[1]], now=NOON)
    assert challenge.match is not None
    cup = tournament_of(users, seats=3)
    play_round(cup, NOON)
    season = open_season(
        ladder_id=ladder.pk, by=organiser(), title="S", starts_at=NOON, ends_at=NOON + timedelta(days=1), now=NOON
    )
    end_season_of(season_id=season.pk, now=NOON, by=organiser())
    keys = dict.fromkeys(("ladder", "moves", "challenges"), ladder.slug) | {"season": season.pk}
    keys |= dict.fromkeys(("standings", "tables", "entries", "reasons"), cup.pk)
    keys |= {"ratings": "plaque-auction-at-days"}
    played([users[0], User.objects.create(username="jo.é")], [1, 2])
    keys |= dict.fromkeys(("record", "opponents"), "jo.é")
    assert set(keys) == set(SHEETS)
    for what, key in keys.items():
        rows = list(csv.DictReader(io.StringIO(page(f"/ladders/export/{what}/{key}.csv"))))
        same = json.loads(page(f"/ladders/export/{what}/{key}.json"))
        assert len(rows) == len(same) > 0 and list(rows[0]) == list(same[0]), what
    for path in ("nothing/x.csv", "ladder/nothing.csv", "standings/nine.json", "season/0.json", "record/no.body.csv"):
        assert client_of(None).get(f"/ladders/export/{path}").status_code == 404


@pytest.mark.parametrize("what", ["season", "standings", "tables", "entries", "reasons"])
@pytest.mark.parametrize("key", ["99999999999999999999", "7", "²"])
def test_no_such_event_is_no_such_table(what: str, key: str) -> None:
    assert client_of(None).get(f"/ladders/export/{what}/{key}.csv").status_code == 404


def test_a_challenge_form_with_nonsense_is_told_what_is_missing() -> None:
    users = people(3)
    ladder = ladder_of(users)
    nonsense = ["²", "9" * 30, "-1", "ana"]
    assert "needs one opponent." in page_after(
        client_of(users[2]), f"/ladder/{ladder.slug}/challenge/", opponent=nonsense
    )


def test_a_name_that_looks_like_a_formula_stays_a_name() -> None:
    ladder = ladder_of([User.objects.create(username="-cmd")])
    assert ",'-cmd," in page(f"/ladders/export/ladder/{ladder.slug}.csv")


def test_exports_and_pages_tell_no_seed_before_the_start() -> None:
    now = timezone.now()
    client = client_of(organiser())
    fields = {"title": "Cup", "kind": "swiss", "seats": 3, "time_control": "hard", "round_seconds": 604800, "go_on": 1}
    fields |= {"starts_at": (now + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M"), "most_entries": 20, "repeat_days": 0}
    initial = {f"option_{name}": value for name, value in _options("bid").items()}
    shown = page_after(client, "/tournaments/new/bid/", **fields, **initial)
    cup = Tournament.objects.get()
    assert "is announced and takes entries" in shown and cup.seed_hash in shown
    assert "The seed that decided" not in shown


def _options(slug: str) -> dict[str, object]:
    options = GAMES[slug].Options()
    given = {name: getattr(options, name) for name in options.__struct_fields__}
    return {name: value for name, value in given.items() if value not in (None, False)}


def test_a_ladder_is_opened_by_its_form_and_wrong_values_are_named() -> None:
    client = client_of(organiser())
    fields = {
        "title": "Tuesdays",
        "time_control": "calm",
        "seats_from": 3,
        "seats_to": 4,
        "divisions": "A, B",
        "moves": 1,
    }
    wrong = fields | {"seats_from": 4, "seats_to": 3}
    answer = client.post("/ladders/new/bid/", wrong | {f"option_{k}": v for k, v in _options("bid").items()})
    assert answer.status_code == 400 and "cannot be more than the most" in squeezed(answer.content.decode())
    page_after(client, "/ladders/new/bid/", **fields, **{f"option_{k}": v for k, v in _options("bid").items()})
    ladder = Ladder.objects.get()
    assert [division.title for division in ladder.divisions.all()] == ["A", "B"]
    season = {"title": "Autumn", "starts_at": "2020-01-01T00:00", "ends_at": "2090-04-01T00:00"}
    assert "is announced" in page_after(client, f"/ladder/{ladder.slug}/season/new/", **season)
    assert "The season has ended." in page_after(client, f"/ladder/tuesdays/season/{Season.objects.get().pk}/end/")
    assert "The ladder is closed." in page_after(client, "/ladder/tuesdays/close/")


def test_pairs_are_kept_apart_and_let_together_again() -> None:
    one, other = people(2)
    client = client_of(organiser())
    assert "There is no player named" in client.post("/ladders/apart/", {"one": "x", "other": "y"}).content.decode()
    page_after(client, "/ladders/apart/", one=one.username, other=other.username)
    assert Apart.objects.count() == 1
    page_after(client, "/ladders/apart/", one=other.username, other=one.username, release="1")
    assert Apart.objects.count() == 0


def test_running_matches_of_a_ladder_tell_nothing_of_the_game() -> None:
    users = people(2)
    ladder = ladder_of(users)
    match = match_of(users)
    stage = Match.objects.get(pk=match.pk).stage
    finish(match_of(users), [1, 2])
    assert stage not in page(f"/ladder/{ladder.slug}/", users[0])


def test_a_table_of_a_ladder_does_not_offer_to_be_called_off() -> None:
    users = people(3)
    offers = {}
    for match in (match_of(users), table_of(*(user.username for user in users))[0]):
        client = Client()
        client.force_login(users[0])
        page = client.get(f"/table/{match.pk}/").content.decode()
        assert "Ask for a pause" in page
        offers[match.is_arranged] = "Ask to call it off" in page
    assert offers == {True: False, False: True}


def test_who_may_join_reads_first_how_its_tables_are_played() -> None:
    ladder, cup = ladder_of(people(3)), tournament_of(people(4, "other"))
    for path in (f"/ladder/{ladder.slug}/", f"/tournament/{cup.pk}/"):
        page = Client().get(path).content.decode()
        assert "How its tables are played" in page
        for term in ("Pace", "Vacation days", "Missed turns"):
            assert f"<dt>{term}</dt>" in page
    assert "<dt>A round</dt>" in page and "<dt>Entering</dt>" in page


def test_no_lines_cross_in_the_bracket_of_a_knock_out_of_two() -> None:
    cup = tournament_of(people(16), "knockout", seats=2)
    for _ in range(4):
        play_round(cup, NOON)
    cup.refresh_from_db()
    assert cup.status == "finished"
    ends = [tuple(map(float, re.findall(r"[\d.]+", line))) for line in bracket(tables_of(cup)).lines]
    assert len(ends) == 14
    for column in {end[0] for end in ends}:
        heights = sorted((end[1], end[4]) for end in ends if end[0] == column)
        assert [to for _, to in heights] == sorted(to for _, to in heights)


def test_the_reasons_name_places_and_points_also_where_there_were_none() -> None:
    cup = tournament_of(people(4), "knockout", seats=2)
    for _ in range(2):
        play_round(cup, NOON)
    page_after = " ".join(strip_tags(Client().get(f"/tournament/{cup.pk}/why/").content.decode()).split())
    for rank, word in enumerate(("1st", "2nd", "3rd", "4th"), start=1):
        name = cup.entries.get(rank=rank).user.display_name
        assert f"{name} came {word} by the end of the tournament." in page_after
    assert ": 1 point by the result of a table, table" in page_after
    assert ": 0 points by the result of a table, table" in page_after
    assert "points knocked out" not in page_after


def test_a_bracket_marks_only_those_who_go_on() -> None:
    cup = tournament_of(people(4), "knockout", seats=2)
    for table in playing(cup):
        assert table.match
        finish(table.match, [1, 1])
        follow_match(match_id=table.match.pk, now=NOON)
    advance_tournament(tournament_id=cup.pk, now=NOON)
    boxes = first, second, last = bracket(tables_of(cup)).boxes
    on = {slot.name for box in (first, second) for slot in box.slots if slot.on}
    assert len(on) == 2 and on == {slot.name for slot in last.slots}
    page = Client().get(f"/tournament/{cup.pk}/").content.decode()
    drawn = page[page.index('class="bracket"') : page.index("</svg>", page.index('class="bracket"'))]
    assert re.findall(r'href="/table/(\d+)/"', drawn) == [str(box.match) for box in boxes]
