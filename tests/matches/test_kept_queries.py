"""Kept queries find what Django finds when it writes them again, on both databases."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models import F
from django.db.transaction import TransactionManagementError

from foundation.kept_queries import KeptQuery, given
from matches.conditional_moves.apply import seats_with_books, unanswered_seats
from matches.models import Match, Seat
from matches.play.answers import SEAT_OF
from matches.rounds.resolve import ANSWERS, lock_match
from matches.timeouts.timeouts import LATE
from tests.matches.conditional import answer
from tests.matches.tables import DAY, NOON, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def told(row: Any, *related: str) -> dict[str, Any]:
    """All that was loaded of a row, and of the rows loaded with it."""
    loaded = {name: plain(value) for name, value in vars(row).items() if not name.startswith("_")}
    return loaded | {name: told(getattr(row, name)) for name in related if getattr(row, name, None) is not None}


def plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


def test_the_hot_path_s_queries_load_the_same_rows() -> None:
    match, people = table_of("ana", "ben", "cleo")
    answer(match, people[1], {"act": "let_stand"})
    seats = match.seats.select_related("user", "conditional_book")
    open_seats = seats.filter(awaited=True).exclude(number=1)
    with transaction.atomic():
        assert told(lock_match(match.pk)) == told(Match.objects.select_for_update().get(pk=match.pk))
    both = "user", "conditional_book"
    assert [told(s, *both) for s in seats_with_books(match)] == [told(s, *both) for s in seats]
    assert [told(s, *both) for s in unanswered_seats(match)] == [told(s, *both) for s in open_seats]
    assert all(seat.match is match for seat in seats_with_books(match) + unanswered_seats(match))
    for number, user in enumerate(people):
        found = SEAT_OF.get(match=match.pk, user=user.pk)
        assert told(found, "user") == told(match.seats.select_related("user").get(number=number), "user")
    assert SEAT_OF.first(match=match.pk, user=0) is None
    found = ANSWERS.rows(match=match.pk, step=match.next_step)
    assert [told(a) for a in found] == [told(a) for a in match.answers.all()] != []
    assert ANSWERS.rows(match=match.pk, step=match.next_step + 1) == []


def test_a_moment_is_compared_to_the_microsecond() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    due = NOON + timedelta(seconds=DAY)
    assert LATE.first(match=match.pk, now=due) is not None
    assert LATE.first(match=match.pk, now=due - timedelta(microseconds=1)) is None
    assert LATE.first(match=match.pk + 1, now=due) is None


def test_each_run_has_its_own_values_and_annotations() -> None:
    table_of("ana", "ben", "cleo")
    above = KeptQuery(lambda: Seat.objects.filter(number__gt=given("number")).annotate(twice=F("number") * 2))
    assert [seat.twice for seat in above.rows(number=0)] == [2, 4]
    assert [seat.twice for seat in above.rows(number=1)] == [4]
    assert above.first(number=2) is None
    with pytest.raises(Seat.DoesNotExist):
        above.get(number=2)
    with pytest.raises(KeyError):
        above.rows()


@pytest.mark.django_db(transaction=True)
def test_a_lock_is_for_a_transaction() -> None:
    with transaction.atomic(), pytest.raises(Match.DoesNotExist):
        lock_match(1)
    with pytest.raises(TransactionManagementError):
        lock_match(1)
