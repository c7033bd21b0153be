"""Reliability: turns taken and missed, the last weeks weighing most."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from matches.clocks.attendance import fold_attendance
from matches.clocks.reliability import reliability_of
from matches.lobby.substitutes import offer_seat, take_over_seat
from matches.models import Attendance, Match, Seat
from matches.rounds.resolve import resolve_round
from matches.sweep import sweep
from matches.timeouts.stand_ins import take_back_seat
from tests.matches.tables import DAY, NOON, person, table_of
from tests.matches.test_seat_clocks import default, seat

pytestmark = pytest.mark.django_db


def attended(match, days_ago: int, answered: int, missed: int) -> None:
    Attendance.objects.create(
        match=match,
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


@pytest.mark.both_databases
def test_days_of_a_match_that_ended_long_ago_are_folded_and_change_no_reliability() -> None:
    tables = {ago: table_of("ana", "ben", "cleo")[0] for ago in (28, 29, 40)}
    for ago, match in tables.items():
        Match.objects.filter(pk=match.pk).update(ended_at=NOON - timedelta(days=ago, hours=1))
        for day in range(ago + 1, ago + 4):
            attended(match, day, 3, 1)
    running, _ = table_of("ana", "ben", "cleo")
    attended(running, 41, 4, 1)
    attended(running, 42, 4, 1)
    Attendance.objects.create(match=tables[40], seat=seat(tables[40], 0), user=person("ben"), day=NOON.date(), missed=2)
    before = reliability_of([person("ana").pk, person("ben").pk], NOON)
    gone = sum(fold_attendance(now=NOON + timedelta(days=day)) for day in range(28))
    assert gone == 6 and fold_attendance(now=NOON) == 0
    assert reliability_of([person("ana").pk, person("ben").pk], NOON) == before
    kept = Attendance.objects.filter(user=person("ana")).exclude(seat__match=running)
    assert {(row.seat.match_id, row.answered, row.missed) for row in kept} == {
        (match.pk, 9, 3) for match in tables.values()
    }
    assert {(NOON.date() - row.day).days for row in kept} == {29, 30, 41}


def test_turns_are_counted_by_day_and_seat() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    other, _ = table_of("ana", "ben", "cleo")
    for table in (match, match, other):
        for number in range(3):
            if seat(table, number).awaited:
                default(table, number, NOON)
        resolve_round(match_id=table.pk, now=NOON)
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


def counted(match, number: int) -> tuple[int, int]:
    """Turns taken and missed by the player of a seat."""
    rows = Attendance.objects.filter(seat__match=match, seat__number=number, user=seat(match, number).user)
    return sum(row.answered for row in rows), sum(row.missed for row in rows)


def missed_by_cleo(**preferences: Any) -> tuple[Match, datetime]:
    """A table whose third seat has missed its first turn, while the second has days to answer."""
    match, _ = table_of("ana", "ben", "cleo", **preferences)
    default(match, 0, NOON)
    late = NOON + timedelta(seconds=DAY)
    Seat.objects.filter(match=match, number=1).update(deadline=late + timedelta(days=9))
    sweep(now=late)
    return match, late


def test_a_late_answer_is_one_turn_and_a_miss() -> None:
    """It is not in time, whatever it is replaced by, and the row of misses goes on."""
    match, late = missed_by_cleo()
    default(match, 2, late + timedelta(hours=1))
    default(match, 1, late + timedelta(hours=2))
    resolve_round(match_id=match.pk, now=late + timedelta(hours=2))
    assert (counted(match, 1), counted(match, 2)) == ((1, 0), (0, 1))
    assert seat(match, 2).timeouts_in_row == 1
    default(match, 2, late + timedelta(hours=3))
    default(match, 0, late + timedelta(hours=3))
    default(match, 1, late + timedelta(hours=3))
    resolve_round(match_id=match.pk, now=late + timedelta(hours=3))
    assert (counted(match, 2), seat(match, 2).timeouts_in_row) == ((1, 1), 0)


def test_an_excused_turn_that_is_answered_is_one_turn_in_time() -> None:
    """The excuse was the price: reliability counts misses without one."""
    match, late = missed_by_cleo(excuses=1)
    default(match, 2, late + timedelta(hours=1))
    default(match, 1, late + timedelta(hours=1))
    resolve_round(match_id=match.pk, now=late + timedelta(hours=1))
    assert counted(match, 2) == (1, 0)
    assert seat(match, 2).excuses_left == 0


def test_a_turn_that_passes_twice_is_one_miss() -> None:
    """Its player took the seat back before the bot had answered, and let the time pass again."""
    match, people = table_of("ana", "ben", "cleo")
    Seat.objects.filter(match=match, number=2).update(timeouts_in_row=1)
    default(match, 0, NOON)
    late = NOON + timedelta(seconds=DAY)
    Seat.objects.filter(match=match, number=1).update(deadline=late + timedelta(days=9))
    sweep(now=late)
    take_back_seat(match_id=match.pk, user_id=people[2].pk, now=late)
    sweep(now=late + timedelta(hours=2))
    assert match.answers.filter(seat__number=2).exists()
    assert counted(match, 2) == (0, 1)


def test_a_substitute_has_not_missed_what_was_missed_before() -> None:
    match, late = missed_by_cleo()
    offer_seat(match_id=match.pk, user_id=person("cleo").pk, number=2, wanted=True, now=late)
    take_over_seat(match_id=match.pk, user=person("dora"), number=2, token="", now=late)
    default(match, 2, late + timedelta(hours=1))
    default(match, 1, late + timedelta(hours=1))
    resolve_round(match_id=match.pk, now=late + timedelta(hours=1))
    assert counted(match, 2) == (1, 0)


def test_a_late_answer_that_took_effect_keeps_a_match_on() -> None:
    """A player has come, but none in time."""
    match, late = missed_by_cleo()
    match.answers.filter(seat__number=0).delete()
    default(match, 2, late + timedelta(hours=1))
    sweep(now=late + timedelta(days=9))
    match.refresh_from_db()
    assert match.step == 1
    sweep(now=late + timedelta(days=11))
    match.refresh_from_db()
    assert (match.status, match.pause_reason) == (Match.Status.PAUSED, "all_timed_out")
