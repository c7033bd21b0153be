"""Long ladders, pools and lists of results: pages of some rows, and a sweep that reads only what has changed."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from ladders.models import Entry, Ladder, Pool, Rating, Result, Rung, Season, SeasonPlace, Tournament
from ladders.selectors.ladders import facts_of, opponent_refusal, table_refusal
from ladders.selectors.ratings import to_follow
from ladders.selectors.tournaments import tournaments_listed
from ladders.services.challenges import make_challenge
from ladders.services.results import follow_match
from ladders.services.sweep import sweep
from ladders.views.ladders import SHOWN_TOURNAMENTS
from matches.interventions.outcomes import set_voided
from matches.models import Match
from tests.ladders.play import SLUG, finish, ladder_of, match_of, people, tournament_of
from tests.matches.tables import NOON
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
MANY = 250


def long_ladder(count: int = MANY) -> tuple[Ladder, list[User]]:
    """A ladder with one division of so many players."""
    first, *others = people(count)
    ladder = ladder_of([first])
    division = ladder.divisions.get()
    Rung.objects.bulk_create(
        Rung(ladder=ladder, division=division, user=user, position=position, joined_at=NOON, active_at=NOON)
        for position, user in enumerate(others, start=2)
    )
    return ladder, [first, *others]


def places(client: Client, path: str, page: str = "") -> list[int]:
    """The places that a page shows."""
    shown = client.get(path, {"page": page} if page else {}).content.decode()
    return [int(place) for place in re.findall(r'rung-place"><span class="figure">(\d+)<', shown)]


def test_a_ladder_shows_a_hundred_places_and_first_those_around_the_reader() -> None:
    ladder, users = long_ladder()
    path, mine = ladder.get_absolute_url(), client_of(users[220])
    assert places(Client(), path) == [*range(1, 101)]
    assert places(Client(), path, "3") == [*range(201, 251)]
    assert places(mine, path) == [*range(201, 251)]
    assert places(mine, path, "2") == [*range(101, 201)]
    shown = mine.get(path, {"page": "2"}).content.decode()
    assert f"{MANY} players" in shown and "221st of 250" in shown
    assert f'hx-get="{path}?page=2"' in shown, "news of the ladder leave the reader on the page"
    assert 'href="?page=1">Higher</a>' in shown and 'href="?page=3">Lower</a>' in shown
    # 88 places above the 221st: the challenge reaches the page before.
    assert re.findall(r'name="opponent"\s+value="(\d+)"', shown) == [str(user.pk) for user in users[132:200]]


def test_a_page_of_a_long_ladder_asks_no_more_than_one_of_a_short_one() -> None:
    ladder, users = long_ladder(5)
    reader = client_of(users[4])
    reader.get(ladder.get_absolute_url())
    with CaptureQueriesContext(connection) as short:
        reader.get(ladder.get_absolute_url())
    Ladder.objects.all().delete()
    ladder, users = long_ladder()
    with CaptureQueriesContext(connection) as long:
        reader.get(ladder.get_absolute_url())
    assert len(long) <= len(short)


def test_the_facts_of_a_table_are_those_of_the_whole_ladder() -> None:
    users = people(12)
    ladder = ladder_of(users, seats=range(2, 4))
    make_challenge(ladder_id=ladder.pk, challenger=users[5], opponents=[users[3], users[4]], now=NOON)
    make_challenge(ladder_id=ladder.pk, challenger=users[6], opponents=[users[3]], now=NOON)
    table = [users[5].pk, users[3].pk, users[4].pk]
    whole, some = facts_of(ladder, NOON), facts_of(ladder, NOON, table)
    for other in table[1:]:
        assert opponent_refusal(some, ladder, table[0], other) == opponent_refusal(whole, ladder, table[0], other)
    assert table_refusal(some, table) == table_refusal(whole, table) == "A challenge of this table is not over yet."
    assert [some.to_answer[user] for user in table] == [whole.to_answer[user] for user in table] == [0, 2, 1]


def test_ratings_and_final_tables_come_in_pages() -> None:
    users = people(MANY)
    pool = Pool.objects.create(game=SLUG, speed="days")
    Rating.objects.bulk_create(Rating(pool=pool, user=user, mu=100 - place) for place, user in enumerate(users))
    path = reverse("ladders:ratings", args=[SLUG, "days"])
    assert places(Client(), path) == [*range(1, 51)]
    assert places(Client(), path, "5") == [*range(201, 251)]
    season = Season.objects.create(
        ladder=ladder_of(users[:2]), title="Spring", starts_at=NOON, ends_at=NOON, ended_at=NOON
    )
    SeasonPlace.objects.bulk_create(
        SeasonPlace(season=season, user=user, level=1, division="First", position=place)
        for place, user in enumerate(users, start=1)
    )
    assert places(Client(), season.get_absolute_url(), "2") == [*range(101, 201)]


def test_ratings_are_counted_once_in_a_while() -> None:
    users = people(3)
    pool = Pool.objects.create(game=SLUG, speed="days")
    Rating.objects.bulk_create(Rating(pool=pool, user=user) for user in users)
    path, counts = reverse("ladders:ratings", args=[SLUG, "days"]), list[int]()
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            assert places(Client(), path) == [1, 2, 3]
        counts.append(str(asked.captured_queries).count("COUNT("))
    assert counts == [1, 0]


@pytest.mark.usefixtures("watched_templates")
def test_the_hall_comes_in_pages_with_the_newest_first() -> None:
    ladder, users = ladder_of(people(3)), people(3)
    times: list[dict[str, Any]] = [
        {"title": f"No {number}", "starts_at": NOON, "ended_at": NOON + timedelta(days=number)} for number in range(70)
    ]
    seasons = Season.objects.bulk_create(Season(ladder=ladder, ends_at=NOON, **one) for one in times[:35])
    cups = Tournament.objects.bulk_create(
        Tournament(game=SLUG, seats=2, status=Tournament.Status.FINISHED, made_at=NOON, sealed_seed=b"", **one)
        for one in times
    )
    Entry.objects.bulk_create(Entry(tournament=cup, user=users[0], rank=1, entered_at=NOON) for cup in cups)
    pages = [Client().get(reverse("ladders:hall"), {"page": page} if page else {}) for page in ("", "2", "3")]
    assert [len(page.context["seasons"]) for page in pages] == [30, 5, 0]
    assert [one for page in pages for one in page.context["seasons"]] == seasons[::-1]
    assert [one for page in pages for one in page.context["tournaments"]] == cups[::-1]
    texts = [page.content.decode() for page in pages]
    assert [text.count(f'href="{users[0].get_absolute_url()}"') for text in texts] == [30, 30, 10]
    assert [text.count('id="seasons"') for text in texts] == [1, 1, 0]
    assert 'href="?page=1">Newer</a>' in texts[1] and 'href="?page=3">Older</a>' in texts[1]
    assert "Page 3 of 3" in texts[2] and "No season has ended yet." not in texts[2]


def test_an_empty_hall_has_one_page() -> None:
    text = Client().get(reverse("ladders:hall")).content.decode()
    assert "No season has ended yet." in text and "No tournament has ended yet." in text and "?page=" not in text


def by_comparing_all(limit: int = 500) -> list[int]:
    """What is to be followed by looking at every match and every result."""
    done = dict(Match.objects.filter(ladder_result__isnull=False).values_list("pk", "followed"))
    ended = Match.objects.exclude(outcome=0).order_by("ended_at", "pk")
    return [match.pk for match in ended if done.get(match.pk) != match.outcome][:limit]


def test_the_sweep_reads_the_matches_whose_outcome_has_changed_and_no_others() -> None:
    users = people(3)
    matches = [finish(match_of(users), [1, 2, 3]) for _ in range(3)]
    match_of(users)
    assert to_follow(500) == by_comparing_all() == [match.pk for match in matches]
    assert sweep(now=NOON) == 3
    assert to_follow(500) == by_comparing_all() == []
    note = {"by": "a moderator", "category": "bug", "audit": 1}
    set_voided(match_id=matches[1].pk, voided=True, note=note, now=NOON)
    assert to_follow(500) == by_comparing_all() == [matches[1].pk]
    assert follow_match(match_id=matches[1].pk, now=NOON)
    assert to_follow(500) == [] and Result.objects.exclude(voided_at=None).count() == 1


@pytest.mark.both_databases
def test_the_sweep_finds_them_by_an_index_that_holds_them_alone() -> None:
    with CaptureQueriesContext(connection) as asked:
        to_follow(500)
    with connection.cursor() as cursor:
        explain = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"{explain} {asked[0]['sql']}")
        assert "match_to_follow" in str(cursor.fetchall())


def test_entries_are_counted_for_the_tournaments_of_a_page_alone() -> None:
    """Without a sum over all entries, and with none for a tournament that nobody has entered."""
    entered = tournament_of(people(5), title="The full cup", kind="swiss")
    Entry.objects.filter(tournament=entered, user=people(5)[0]).update(state=Entry.State.WITHDRAWN)
    empty = tournament_of(people(4), title="The empty cup", kind="swiss")
    Entry.objects.filter(tournament=empty).update(state=Entry.State.RESERVE)
    listed = tournaments_listed(None)
    assert {one.title: getattr(one, "entered", None) for one in listed} == {"The full cup": 4, "The empty cup": 0}
    with CaptureQueriesContext(connection) as asked:
        list(listed.all()[:30])
        listed.all().count()
    shown, counted = (query["sql"] for query in asked.captured_queries)
    assert "ladders_entry" not in counted and 'LEFT OUTER JOIN "ladders_entry"' not in shown


@pytest.mark.usefixtures("watched_templates")
def test_the_list_of_ladders_counts_no_tournaments_and_reads_no_ratings() -> None:
    """It would take longer the more of them there are."""
    one, *_ = tournament_of(people(3), title="The first cup"), ladder_of(people(3))
    rated, _ = (Pool.objects.create(game=SLUG, speed=speed) for speed in Pool.Speed)
    Rating.objects.bulk_create(Rating(pool=rated, user=user) for user in people(3))
    with CaptureQueriesContext(connection) as asked:
        few = Client().get(reverse("ladders:index"))
    assert [pool for pool, _ in few.context["pools"]] == [rated]
    assert not [query["sql"] for query in asked.captured_queries if re.search(r"DISTINCT|COUNT\(\*\)", query["sql"])]
    for _ in range(SHOWN_TOURNAMENTS):
        one.pk = None
        one.save()
    more = Client().get(reverse("ladders:index"))
    assert not few.context["more_tournaments"] and more.context["more_tournaments"]
    assert len(more.context["tournaments"]) == SHOWN_TOURNAMENTS
