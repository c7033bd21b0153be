"""Many rows are written at once as `bulk_update` would write them."""

from datetime import timedelta
from typing import Any

import pytest

from foundation.rows import save_rows
from matches.models import Seat
from matches.rounds.resolve import SEAT_CHANGES
from tests.matches.tables import NOON, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def rows(match: Any) -> list[Any]:
    return list(Seat.objects.filter(match=match).order_by("number").values())


def test_only_the_named_fields_of_existing_rows_are_written() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    seats = list(match.seats.select_related("user"))
    for seat in seats:
        seat.awaited, seat.deadline, seat.place = seat.number == 1, NOON + timedelta(days=seat.number), None
        seat.resigned_at = NOON  # not to be written
    before = rows(match)
    save_rows(seats, SEAT_CHANGES)
    written = rows(match)
    assert [row["awaited"] for row in written] == [False, True, False]
    assert [row["resigned_at"] for row in written] == [None] * 3
    Seat.objects.bulk_update(seats, SEAT_CHANGES)
    assert rows(match) == written != before


def test_no_rows_are_no_statement(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        save_rows([], SEAT_CHANGES)
