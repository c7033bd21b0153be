"""The kept queries of a table's page find what the ORM finds, and a page asks few."""

from typing import Any

import msgspec
import pytest
from django.db import connection
from django.db.models import Exists
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.view import MatchView
from foundation.kept_queries import keep_related
from matches.conditional_moves.apply import seats_with_books
from matches.log.states import game_of, state_of
from matches.models import Match, Seat
from matches.rounds.resolve import resolve_round
from matches.view.match_view import (
    LAST_ACTIVITY,
    LAST_STEPS,
    LOG_STEPS,
    match_by_number,
    match_view,
    match_view_light,
    matches,
)
from matches.view.summaries import OTHER_PEOPLE, WAITING
from matches.view.whole_matches import whole_match
from tests.matches.conditional import answer
from tests.matches.tables import NOON, table_of
from tests.matches.test_kept_queries import loaded

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
STAND = {"act": "let_stand"}
MOST_QUERIES = 11


def played() -> tuple[Match, list[Any]]:
    """A table after a round, with one answer of the next."""
    match, people = table_of("ana", "ben", "cleo")
    for user in people:
        answer(match, user, STAND)
    resolve_round(match_id=match.pk, now=NOON)
    match.refresh_from_db()
    return match, people


def comparable(view: MatchView) -> Any:
    """All of a view, with the choices as a list."""
    asked = view.asked and {**vars(view.asked), "choices": [choice.words for choice in view.asked.choices]}
    return vars(view) | {"asked": asked}


def test_a_match_is_found_with_its_seats_as_prefetched() -> None:
    match, _ = played()
    kept, plainly = match_by_number(match.pk), matches().get(pk=match.pk)
    assert kept is not None
    assert loaded(kept) == loaded(plainly)
    both = "user", "conditional_book"
    assert [loaded(seat, *both) for seat in kept.seats.all()] == [loaded(seat, *both) for seat in plainly.seats.all()]
    assert all(seat.match is kept for seat in kept.seats.all())
    assert kept.seats.filter(number=1).get() == plainly.seats.get(number=1)
    assert match_by_number(match.pk + 1) is None


def test_a_whole_match_has_its_open_answers_too() -> None:
    match, people = played()
    answer(match, people[0], msgspec.to_builtins(game_of(match).default_action(state_of(match), 0)))
    kept, plainly = whole_match(match.pk), matches().prefetch_related("answers").get(pk=match.pk)
    assert kept is not None
    assert loaded(kept) == loaded(plainly)
    both = "user", "conditional_book"
    for one, other in zip(kept.seats.all(), plainly.seats.all(), strict=True):
        assert vars(one).pop("step_of_match") == match.step
        assert loaded(one, *both) == loaded(other, *both)
    assert [loaded(row) for row in kept.answers.all()] == [loaded(row) for row in plainly.answers.all()] != []
    assert whole_match(match.pk + 1) is None


def test_related_rows_are_kept_beside_those_that_were() -> None:
    match, _ = played()
    found = matches().prefetch_related("answers").get(pk=match.pk)
    keep_related(found, "steps", [])
    assert list(found.steps.all()) == []
    assert [seat.number for seat in found.seats.all()] == [0, 1, 2]


def test_the_log_and_what_waits_are_as_the_orm_finds_them() -> None:
    match, people = played()
    for after, step in ((-1, match.step), (0, match.step), (-1, 0)):
        plainly = match.steps.filter(number__gt=after, number__lte=step).order_by("-number", "-part")
        rows = LAST_STEPS.rows(match=match.pk, after=after, step=step)
        assert [loaded(row) for row in rows] == [loaded(row) for row in plainly]
    happened = match.activity.filter(step__lte=match.step).order_by("-pk")[:LOG_STEPS]
    assert [loaded(row) for row in LAST_ACTIVITY.rows(match=match.pk, step=match.step)] == [loaded(r) for r in happened]
    other, _ = table_of("ana", "dora", "emil")
    both = "match", "user", "conditional_book"
    for user in people:
        seats = Seat.objects.filter(user=user, match__in=(match, other), awaited=True).select_related(*both)
        seats = seats.exclude(answers__step=match.next_step).annotate(with_people=Exists(OTHER_PEOPLE))
        plainly_waiting = [loaded(seat, *both) for seat in seats]
        assert [loaded(seat, *both) for seat in WAITING.rows(user=user.pk)] == plainly_waiting


def test_a_view_is_the_same_however_its_match_was_found() -> None:
    match, people = played()
    answer(match, people[0], msgspec.to_builtins(game_of(match).default_action(state_of(match), 0)))
    prefetched = matches().prefetch_related("answers", "seats__conditional_book").get(pk=match.pk)
    kept = match_by_number(match.pk)
    assert kept is not None
    for viewer in (None, 0, 1):
        assert comparable(match_view(kept, viewer)) == comparable(match_view(prefetched, viewer))
        assert comparable(match_view_light(kept, viewer)) == comparable(match_view_light(prefetched, viewer))


def test_a_table_s_page_asks_few_queries() -> None:
    match, people = played()
    client = Client()
    client.force_login(people[0])
    client.get(f"/table/{match.pk}/")
    with CaptureQueriesContext(connection) as asked:
        assert client.get(f"/table/{match.pk}/").status_code == 200
    assert len(asked) <= MOST_QUERIES, "\n".join(query["sql"] for query in asked)


def test_a_page_read_while_a_round_closes_asks_nothing_of_the_state_before() -> None:
    match, people = table_of("ana", "ben", slug="manipulation")
    first, second = sorted((0, 1), key=lambda seat: not match.seats.get(number=seat).awaited)
    read = match_by_number(match.pk)
    assert read is not None
    tile = state_of(match).hands[first][0]
    answer(match, people[first], {"act": "pass", "tile": tile})
    resolve_round(match_id=match.pk, now=NOON)
    keep_related(read, "seats", seats_with_books(read))
    assert [seat.awaited for seat in read.seats.all() if seat.number == second] == [True]
    assert match_view(read, second).asked is None
    assert match_view_light(read, second).asked is None
