"""Reliability: turns taken and missed, the last weeks weighing most."""

from datetime import timedelta

import pytest

from games.models import Attendance
from games.reliability import reliability_of
from games.services.rounds import round_resolve
from games.services.sweep import sweep
from tests.games.tables import DAY, NOON, person, table_of
from tests.games.test_seat_clocks import default, seat

pytestmark = pytest.mark.django_db


def attended(match, days_ago: int, answered: int, missed: int) -> None:
    Attendance.objects.create(
        seat=seat(match, 0),
        user=person("ana"),
        day=(NOON - timedelta(days=days_ago)).date(),
        answered=answered,
        missed=missed,
    )


def percent() -> int | None:
    return reliability_of([person("ana").pk], NOON)[person("ana").pk].percent


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([], None),
        ([(1, 9, 0)], None),
        ([(1, 10, 0)], 100),
        ([(1, 9, 1)], 90),
        ([(1, 999, 1)], 99),  # never rounded up to all
        ([(100, 9, 1)], 90),
        ([(1, 10, 0), (100, 5, 5)], 90),  # 45 of 50: the ten of late count four times
        ([(100, 10, 0), (1, 5, 5)], 60),
        ([(27, 5, 5), (100, 10, 0)], 60),
        ([(28, 5, 5), (100, 10, 0)], 75),
        ([(364, 5, 5)], 50),
        ([(365, 5, 5)], None),
    ],
)
def test_what_turns_come_to(rows: list[tuple[int, int, int]], expected: int | None) -> None:
    match, _ = table_of("ana", "ben", "cleo")
    for row in rows:
        attended(match, *row)
    assert percent() == expected


def test_turns_are_counted_by_day_and_seat() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    other, _ = table_of("ana", "ben", "cleo")
    for table in (match, match, other):
        for number in range(3):
            if seat(table, number).awaited:
                default(table, number, NOON)
        round_resolve(match_id=table.pk, now=NOON)
    mine = Attendance.objects.filter(user=person("ana"))
    assert {row.seat.match_id for row in mine} == {match.pk, other.pk}
    assert sum(row.answered for row in mine) == 3
    assert sum(row.missed for row in mine) == 0


def test_a_miss_counts_and_an_excused_one_does_not() -> None:
    match, _ = table_of("ana", "ben", "cleo", excuses=1)
    default(match, 0, NOON)
    late = NOON + timedelta(seconds=DAY)
    sweep(now=late)
    assert not Attendance.objects.exists()
    default(match, 1, late)
    sweep(now=late + timedelta(seconds=DAY))
    found = {row.user.username: (row.answered, row.missed) for row in Attendance.objects.all()}
    assert found == {"ana": (1, 0), "ben": (1, 0), "cleo": (0, 1)}
