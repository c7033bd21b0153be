"""Quiet hours, also over midnight and where clocks change."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.values.quiet_hours import is_quiet, quiet_over

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Asia/Kathmandu")
HOURS = st.times().map(lambda value: value.replace(second=0, microsecond=0))


@pytest.mark.parametrize(
    ("moment", "over"),
    [
        ("2026-05-04T21:00", "2026-05-05T07:00"),
        ("2026-05-05T06:59", "2026-05-05T07:00"),
        ("2026-05-05T07:00", "2026-05-05T07:00"),
        ("2026-05-04T20:59", "2026-05-04T20:59"),
    ],
)
def test_a_moment_at_night_waits_for_the_morning(moment: str, over: str):
    zone = ZoneInfo("Europe/Berlin")
    local = datetime.fromisoformat(moment).replace(tzinfo=zone)
    found = quiet_over(local, zone="Europe/Berlin", start=time(21), end=time(7))
    assert found == datetime.fromisoformat(over).replace(tzinfo=zone)


def test_without_both_ends_there_are_none():
    noon = datetime(2026, 5, 4, 12, tzinfo=UTC)
    assert not is_quiet(noon, zone="UTC", start=None, end=time(23))
    assert not is_quiet(noon, zone="UTC", start=time(12), end=time(12))


def test_an_end_in_the_hour_left_out_comes_after_it():
    """In Berlin 02:30 does not occur on 29 March 2026."""
    found = quiet_over(datetime(2026, 3, 28, 23, tzinfo=UTC), zone="Europe/Berlin", start=time(22), end=time(2, 30))
    assert found == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)


def test_an_end_in_the_hour_that_comes_twice():
    """In Berlin 02:30 occurs twice on 25 October 2026; in its second hour it is not over before the second 02:30."""
    second = datetime(2026, 10, 25, 1, 15, tzinfo=UTC)
    found = quiet_over(second, zone="Europe/Berlin", start=time(22), end=time(2, 30))
    assert found == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


@given(
    moment=st.integers(0, 4 * 366 * 24 * 60).map(
        lambda minutes: datetime(2024, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    ),
    zone=st.sampled_from(ZONES),
    start=HOURS,
    end=HOURS,
)
def test_what_comes_out_is_never_quiet_and_never_early(moment: datetime, zone: str, start: time, end: time):
    over = quiet_over(moment, zone=zone, start=start, end=end)
    assert not is_quiet(over, zone=zone, start=start, end=end)
    assert moment <= over <= moment + timedelta(hours=49)
