"""A round that everyone misses counts against no one, whatever each missed before; the second time bots play on."""

from datetime import timedelta

import pytest
from django.test import Client

from matches.clocks.pauses import resume_match
from matches.models import Answer, Attendance, Match, Seat
from matches.sweep import sweep
from tests.matches.tables import NOON
from tests.matches.test_timeouts import A_DAY, after_one_round, any_answer
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db


def missed(match) -> list[tuple[int, str]]:
    """How many turns each seat missed in a row, and which bot holds it."""
    return list(Seat.objects.filter(match=match).order_by("number").values_list("timeouts_in_row", "stand_in"))


def counted(match) -> int:
    return sum(Attendance.objects.filter(seat__match=match).values_list("missed", flat=True))


def missed_before(match, *timeouts: int) -> None:
    """Each seat has missed so many turns in a row."""
    for number, count in enumerate(timeouts):
        Seat.objects.filter(match=match, number=number).update(timeouts_in_row=count)


def only_asked(match, *numbers: int) -> None:
    """No other seat is asked in this round."""
    Seat.objects.filter(match=match).exclude(number__in=numbers).update(awaited=False, deadline=None, asked_at=None)


def is_paused(match) -> bool:
    match.refresh_from_db()
    return match.status == Match.Status.PAUSED and match.pause_reason == "all_timed_out"


def test_two_who_have_each_missed_a_turn_alone_are_asked_when_both_miss_one() -> None:
    match, _ = after_one_round()
    only_asked(match, 0, 1)
    missed_before(match, 1, 1)
    sweep(now=NOON + A_DAY)
    assert is_paused(match)
    assert missed(match) == [(1, ""), (1, ""), (0, "")]
    assert counted(match) == 0


@pytest.mark.parametrize("first", [1, 0])
def test_two_of_three_who_were_asked_and_missed_are_asked(first) -> None:
    match, _ = after_one_round()
    only_asked(match, 0, 1)
    missed_before(match, first, 1 - first)
    sweep(now=NOON + A_DAY)
    assert is_paused(match)
    assert missed(match) == [(first, ""), (1 - first, ""), (0, "")]
    assert counted(match) == 0


def test_a_pause_leaves_each_the_misses_they_had_before_it() -> None:
    match, _ = after_one_round()
    missed_before(match, 1, 0, 0)
    sweep(now=NOON + A_DAY)
    assert is_paused(match)
    assert missed(match) == [(1, ""), (0, ""), (0, "")]
    assert counted(match) == 0
    assert not Answer.objects.exists()


def test_deadlines_of_one_round_that_pass_one_after_another_come_to_the_same() -> None:
    """A bot that took over in the round goes again, and the default played for another is forgotten."""
    match, _ = after_one_round()
    missed_before(match, 1, 0, 0)
    later = NOON + A_DAY + timedelta(hours=1)
    Seat.objects.filter(match=match, number=2).update(deadline=later)
    sweep(now=NOON + A_DAY)
    assert missed(match) == [(2, "steady"), (1, ""), (0, "")]
    sweep(now=later)
    assert is_paused(match)
    assert missed(match) == [(1, ""), (0, ""), (0, "")]
    assert counted(match) == 0
    assert not Answer.objects.exists()


@pytest.mark.parametrize("apart", [0, 1])
def test_the_second_time_bots_hold_all_seats_that_were_asked(apart) -> None:
    match, _ = after_one_round()
    sweep(now=NOON + A_DAY)
    assert is_paused(match)
    resume_match(match=match, now=NOON + A_DAY)
    later = NOON + 2 * A_DAY + timedelta(hours=apart)
    Seat.objects.filter(match=match, number=2).update(deadline=later)
    sweep(now=NOON + 2 * A_DAY)
    sweep(now=later)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert missed(match) == [(1, "steady")] * 3


def test_who_misses_the_round_after_the_pause_while_another_is_there_has_missed_once() -> None:
    match, people = after_one_round()
    sweep(now=NOON + A_DAY)
    assert is_paused(match)
    resume_match(match=match, now=NOON + A_DAY)
    any_answer(match, people[0], NOON + A_DAY)
    sweep(now=NOON + 2 * A_DAY)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert missed(match) == [(0, ""), (1, ""), (1, "")]


def test_one_who_alone_was_asked_among_several_is_played_for_as_the_help_page_says() -> None:
    match, _ = after_one_round()
    only_asked(match, 1)
    sweep(now=NOON + A_DAY)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert missed(match) == [(0, ""), (1, ""), (0, "")]
    words = squeezed(Client().get("/help/clocks/").content.decode())
    assert "If you alone are asked and miss the turn, the default is played" in words
    assert "Tables of ladders and tournaments never pause" in words
    assert "If everyone misses the same round again, it counts" in words
