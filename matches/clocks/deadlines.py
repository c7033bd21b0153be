"""Deadlines as pure functions of values, without the database or the current time.

A player's clock *runs* except on days off: Saturdays and Sundays if the match says so, and vacation
days, both in the player's own zone. A deadline is the moment when the allowed time has
run, moved out of quiet hours and days off. All results are in UTC.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from accounts.values.quiet_hours import quiet_over
from accounts.values.zones import zone_or_utc
from matches import policy

SATURDAY = 5
ONE_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Rhythm:
    """When one player's clock runs in one match. By default it always runs, as at live tables."""

    zone: str = "UTC"
    weekends_off: bool = False
    days_off: frozenset[date] = frozenset()
    quiet_from: time | None = None
    quiet_until: time | None = None

    def is_off(self, day: date) -> bool:
        """True if the player's clock stops on a day."""
        return day in self.days_off or (self.weekends_off and day.weekday() >= SATURDAY)

    @property
    def ever_off(self) -> bool:
        """True if the clock stops on any day."""
        return self.weekends_off or bool(self.days_off)


ALWAYS = Rhythm()


def deadline(start: datetime, seconds: float, rhythm: Rhythm) -> datetime:
    """Return when `seconds` on a player's clock have run, moved out of quiet hours and days off.

    However many days are off, the clock stops for at most `standstill_days_most` in total.
    """
    start = start.astimezone(UTC)
    latest = start + timedelta(seconds=seconds, days=policy.POLICY.standstill_days_most)
    return _out_of_quiet(_run_out(start, seconds, latest, rhythm), latest, rhythm)


def time_run(start: datetime, end: datetime, rhythm: Rhythm) -> float:
    """Return how many seconds a player's clock ran between two moments."""
    start, end = start.astimezone(UTC), end.astimezone(UTC)
    if not rhythm.ever_off:
        return max((end - start).total_seconds(), 0.0)
    run = 0.0
    for begins, ends, off in _days(start, rhythm):
        if begins >= end:
            break
        if not off:
            run += (min(ends, end) - begins).total_seconds()
    return run


def _run_out(start: datetime, seconds: float, latest: datetime, rhythm: Rhythm) -> datetime:
    """Return when the time has run, ignoring quiet hours, and no later than `latest`."""
    left = timedelta(seconds=seconds)
    if not rhythm.ever_off:
        return start + left
    for begins, ends, off in _days(start, rhythm):
        if begins >= latest:
            break
        if not off and begins + left <= ends:
            return min(begins + left, latest)
        if not off:
            left -= ends - begins
    return latest


def _days(start: datetime, rhythm: Rhythm) -> Iterator[tuple[datetime, datetime, bool]]:
    """Yield the player's days from a moment on: the start (first: that moment), the end, and whether the day is off."""
    day, begins = _day_of(start, rhythm), start
    while True:
        # A zone change may skip a whole day, which then has no length.
        ends = max(midnight(day + ONE_DAY, rhythm.zone), begins)
        yield begins, ends, rhythm.is_off(day)
        day, begins = day + ONE_DAY, ends


def midnight(day: date, zone: str) -> datetime:
    """Return the first moment of a day in a zone, even if a clock change skips midnight."""
    return datetime.combine(day, time(), tzinfo=zone_or_utc(zone)).astimezone(UTC)


def _out_of_quiet(moment: datetime, latest: datetime, rhythm: Rhythm) -> datetime:
    """Return the moment, moved out of quiet hours and, before `latest`, out of days off that follow them."""
    over = quiet_end(moment, rhythm)
    if over == moment:
        # A clock runs out only while it runs, so this is not a day off, though one may begin now.
        return over
    while over < latest and rhythm.is_off(day := _day_of(over, rhythm)):
        over = quiet_end(midnight(day + ONE_DAY, rhythm.zone), rhythm)
    return over


def quiet_end(moment: datetime, rhythm: Rhythm) -> datetime:
    """Return the end of the quiet hours around a moment, or the moment itself outside them."""
    return quiet_over(moment, zone=rhythm.zone, start=rhythm.quiet_from, end=rhythm.quiet_until)


def _day_of(moment: datetime, rhythm: Rhythm) -> date:
    return moment.astimezone(zone_or_utc(rhythm.zone)).date()


def bank_after(bank: float, used: float, *, increment: int, cap: int) -> int:
    """Return the seconds on a Fischer clock after an answer used `used` of `bank`, never below the increment."""
    return min(int(max(bank - used, 0)) + increment, max(cap, increment))
