"""Deadlines: weekends, vacation, quiet hours, and clocks that change, by hand and by property."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.values.hour_bounds import HABITS
from accounts.values.quiet_hours import is_quiet
from matches.clocks.deadlines import Rhythm, bank_after, deadline, midnight, time_run
from matches.policy import DAY, HOUR, POLICY

BERLIN = "Europe/Berlin"


def local(text: str, zone: str = BERLIN) -> datetime:
    """A moment as the wall clock of a zone tells it."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


@pytest.mark.parametrize(
    ("asked", "hours", "due"),
    [
        # 2026-05-08 is a Friday.
        ("2026-05-04T12:00", 24, "2026-05-05T12:00"),
        ("2026-05-08T12:00", 24, "2026-05-11T12:00"),
        ("2026-05-08T12:00", 12, "2026-05-09T00:00"),  # Friday's last moment, not Monday's first
        ("2026-05-09T15:00", 1, "2026-05-11T01:00"),
        ("2026-05-10T23:59", 24, "2026-05-12T00:00"),
        ("2026-05-08T12:00", 7 * 24, "2026-05-19T12:00"),
    ],
)
def test_clocks_stand_still_on_weekends(asked: str, hours: int, due: str) -> None:
    assert deadline(local(asked), hours * HOUR, Rhythm(BERLIN, weekends_off=True)) == local(due)


def test_a_weekend_is_that_of_the_players_own_zone() -> None:
    asked = datetime(2026, 5, 8, 10, 30, tzinfo=UTC)  # Saturday, 00:30 on Kiritimati, Friday elsewhere
    assert deadline(asked, HOUR, Rhythm("Pacific/Kiritimati", weekends_off=True)) == local(
        "2026-05-11T01:00", "Pacific/Kiritimati"
    )
    assert deadline(asked, HOUR, Rhythm("Asia/Kolkata", weekends_off=True)) == asked + timedelta(hours=1)


def test_vacation_days_are_whole_days_of_the_players_zone() -> None:
    rhythm = Rhythm("Asia/Kolkata", days_off=frozenset({date(2026, 5, 5), date(2026, 5, 6)}))
    assert deadline(local("2026-05-04T18:00", "Asia/Kolkata"), DAY, rhythm) == local("2026-05-07T18:00", "Asia/Kolkata")


def test_vacation_and_weekend_do_not_count_twice() -> None:
    rhythm = Rhythm(BERLIN, weekends_off=True, days_off=frozenset({date(2026, 5, 9), date(2026, 5, 11)}))
    assert deadline(local("2026-05-08T12:00"), DAY, rhythm) == local("2026-05-12T12:00")


@pytest.mark.parametrize(
    ("asked", "hours", "due"),
    [
        ("2026-05-04T12:00", 8, "2026-05-04T20:00"),
        ("2026-05-04T12:00", 9, "2026-05-05T07:00"),  # 21:00 is quiet already
        ("2026-05-04T12:00", 18, "2026-05-05T07:00"),
        ("2026-05-04T12:00", 19, "2026-05-05T07:00"),  # 07:00 is quiet no more
    ],
)
def test_a_deadline_in_quiet_hours_moves_to_their_end(asked: str, hours: int, due: str) -> None:
    rhythm = Rhythm(BERLIN, quiet_from=time(21), quiet_until=time(7))
    assert deadline(local(asked), hours * HOUR, rhythm) == local(due)


def test_quiet_hours_that_end_on_a_weekend_end_on_monday() -> None:
    rhythm = Rhythm(BERLIN, weekends_off=True, quiet_from=time(22), quiet_until=time(7))
    assert deadline(local("2026-05-08T12:00"), 11 * HOUR, rhythm) == local("2026-05-11T07:00")


@pytest.mark.parametrize(
    ("zone", "asked", "due"),
    [
        (BERLIN, "2026-03-27T12:00", "2026-03-30T12:00"),  # clocks go forward on Sunday 29 March, a day off
        (BERLIN, "2026-10-23T12:00", "2026-10-26T12:00"),
        ("Australia/Lord_Howe", "2026-04-03T12:00", "2026-04-06T12:00"),  # by half an hour
        ("Australia/Lord_Howe", "2026-10-02T12:00", "2026-10-05T12:00"),
    ],
)
def test_a_change_of_clocks_within_a_day_off_changes_nothing(zone: str, asked: str, due: str) -> None:
    assert deadline(local(asked, zone), DAY, Rhythm(zone, weekends_off=True)) == local(due, zone)


def test_a_day_in_which_clocks_change_is_shorter_or_longer() -> None:
    off = frozenset({date(2026, 3, 30)})
    # 23 hours on 29 March: what is left of 24 runs on the 31st.
    assert deadline(local("2026-03-29T00:00"), DAY, Rhythm(BERLIN, days_off=off)) == local("2026-03-31T01:00")
    off = frozenset({date(2026, 10, 26)})
    assert deadline(local("2026-10-25T00:00"), DAY, Rhythm(BERLIN, days_off=off)) == local("2026-10-25T23:00")


def test_the_leap_day_is_a_day() -> None:
    off = frozenset({date(2028, 2, 28)})
    assert deadline(local("2028-02-27T12:00"), 2 * DAY, Rhythm(BERLIN, days_off=off)) == local("2028-03-01T12:00")
    leap = frozenset({date(2028, 2, 29)})
    assert deadline(local("2028-02-28T12:00"), DAY, Rhythm(BERLIN, days_off=leap)) == local("2028-03-01T12:00")


def test_a_day_without_midnight_begins_when_it_begins() -> None:
    assert midnight(date(2018, 11, 4), "America/Sao_Paulo") == datetime(2018, 11, 4, 3, tzinfo=UTC)
    # Samoa left 30 December 2011 out.
    assert midnight(date(2011, 12, 30), "Pacific/Apia") == midnight(date(2011, 12, 31), "Pacific/Apia")


def test_a_clock_never_stands_still_for_ever() -> None:
    """However many vacation days and weekends there are, and however they are moved."""
    every_day = frozenset(date(2026, 1, 1) + timedelta(days=number) for number in range(3000))
    start = datetime(2026, 1, 2, 12, tzinfo=UTC)
    due = deadline(start, DAY, Rhythm(weekends_off=True, days_off=every_day))
    assert due == start + timedelta(days=1 + POLICY.standstill_days_most)


@pytest.mark.parametrize(
    ("bank", "used", "left"),
    [(72, 10, 86), (72, 0, 96), (160, 1, 168), (20, 30, 24), (0, 0, 24)],
)
def test_a_fischer_clock_keeps_what_is_left_and_gains(bank: int, used: int, left: int) -> None:
    assert bank_after(bank * HOUR, used * HOUR, increment=24 * HOUR, cap=168 * HOUR) == left * HOUR


ZONES = (
    "UTC",
    BERLIN,
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "America/Havana",
)
MOMENTS = st.integers(0, 6 * 366 * 24 * 60).map(
    lambda count: datetime(2024, 1, 1, tzinfo=UTC) + timedelta(minutes=count)
)
HOURS = st.integers(0, 24 * 4 - 1).map(lambda quarter: time(quarter // 4, quarter % 4 * 15))


@st.composite
def rhythms(draw: st.DrawFn, near: datetime) -> Rhythm:
    """Any rhythm, its vacation within some weeks of a moment, its quiet hours as long as they may be."""
    begins = draw(HOURS)
    length = draw(st.integers(0, HABITS.quiet_hours_most * 4))
    ends = (datetime.combine(near, begins) + timedelta(minutes=15 * length)).time()
    days = draw(st.frozensets(st.integers(-3, 60).map(lambda day: near.date() + timedelta(days=day)), max_size=30))
    return Rhythm(draw(st.sampled_from(ZONES)), draw(st.booleans()), days, begins, ends)


@settings(max_examples=300, deadline=None)
@given(data=st.data(), start=MOMENTS, seconds=st.integers(60, 14 * DAY))
def test_every_deadline_is_fair(data: st.DataObject, start: datetime, seconds: int) -> None:
    rhythm = data.draw(rhythms(start))
    due = deadline(start, seconds, rhythm)
    standstill = timedelta(days=POLICY.standstill_days_most)
    assert not is_quiet(due, zone=rhythm.zone, start=rhythm.quiet_from, end=rhythm.quiet_until)
    assert start + timedelta(seconds=seconds) <= due <= start + timedelta(seconds=seconds, days=3) + standstill
    if due < start + timedelta(seconds=seconds) + standstill:
        assert time_run(start, due, rhythm) >= seconds
        # A moment before it, either less time had run, or it was quiet, or it was a day off.
        before = due - timedelta(seconds=1)
        off = rhythm.is_off(before.astimezone(ZoneInfo(rhythm.zone)).date())
        quiet = is_quiet(before, zone=rhythm.zone, start=rhythm.quiet_from, end=rhythm.quiet_until)
        assert time_run(start, before, rhythm) < seconds or off or quiet


@settings(max_examples=200, deadline=None)
@given(data=st.data(), start=MOMENTS, seconds=st.integers(60, 14 * DAY), more=st.integers(0, 14 * DAY))
def test_more_time_is_never_less(data: st.DataObject, start: datetime, seconds: int, more: int) -> None:
    rhythm = data.draw(rhythms(start))
    assert deadline(start, seconds, rhythm) <= deadline(start, seconds + more, rhythm)


@settings(max_examples=200, deadline=None)
@given(data=st.data(), start=MOMENTS, parts=st.lists(st.integers(0, 5 * DAY), min_size=2, max_size=5))
def test_time_that_runs_in_parts_adds_up(data: st.DataObject, start: datetime, parts: list[int]) -> None:
    rhythm = data.draw(rhythms(start))
    moments = [start]
    for seconds in parts:
        moments.append(moments[-1] + timedelta(seconds=seconds))
    pieces = [time_run(one, next_one, rhythm) for one, next_one in pairwise(moments)]
    assert sum(pieces) == pytest.approx(time_run(start, moments[-1], rhythm))
    assert sum(pieces) <= sum(parts)
