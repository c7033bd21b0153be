"""Deadlines, worked out from values alone: no database, no clock on the wall.

A player's time *runs* but on days off: Saturdays and Sundays where the match says so, and vacation
days, both as days of the player's own zone. A deadline is the moment at which the time allowed has
run, moved out of quiet hours and days off if it falls into them. All moments that come out are UTC.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from accounts.quiet import quiet_over
from accounts.zones import zone_or_utc
from games import policy

SATURDAY = 5
ONE_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Rhythm:
    """When one player's time runs in one match. Without anything it runs always: so do live tables."""

    zone: str = "UTC"
    weekends_off: bool = False
    days_off: frozenset[date] = frozenset()
    quiet_from: time | None = None
    quiet_until: time | None = None

    def is_off(self, day: date) -> bool:
        """Whether the player's clock stands still on a day."""
        return day in self.days_off or (self.weekends_off and day.weekday() >= SATURDAY)

    @property
    def ever_off(self) -> bool:
        """Whether the clock stands still on any day at all."""
        return self.weekends_off or bool(self.days_off)


ALWAYS = Rhythm()


def deadline(start: datetime, seconds: float, rhythm: Rhythm) -> datetime:
    """When `seconds` of a player's time have run from `start`, and it is neither quiet nor a day off.

    However many days are off, the clock stands still for at most `standstill_days_most` in all.
    """
    start = start.astimezone(UTC)
    latest = start + timedelta(seconds=seconds, days=policy.POLICY.standstill_days_most)
    return _out_of_quiet(_run_out(start, seconds, latest, rhythm), latest, rhythm)


def time_run(start: datetime, end: datetime, rhythm: Rhythm) -> float:
    """How many seconds of a player's time have run between two moments."""
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
    """When the time has run, without regard to quiet hours, and not after `latest`."""
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
    """The player's days from a moment on: when each begins (the first: at that moment), ends, and whether it is off."""
    day, begins = _day_of(start, rhythm), start
    while True:
        # A zone may leave a whole day out: then it has no length.
        ends = max(midnight(day + ONE_DAY, rhythm.zone), begins)
        yield begins, ends, rhythm.is_off(day)
        day, begins = day + ONE_DAY, ends


def midnight(day: date, zone: str) -> datetime:
    """The first moment of a day in a zone. Where midnight is left out by a change of clocks, the moment after it."""
    return datetime.combine(day, time(), tzinfo=zone_or_utc(zone)).astimezone(UTC)


def _out_of_quiet(moment: datetime, latest: datetime, rhythm: Rhythm) -> datetime:
    """The moment, or the first after the quiet hours around it that is neither quiet nor, before `latest`, off."""
    over = quiet_end(moment, rhythm)
    if over == moment:
        # Time runs out while it runs, so this is no day off; at most one begins now.
        return over
    while over < latest and rhythm.is_off(day := _day_of(over, rhythm)):
        over = quiet_end(midnight(day + ONE_DAY, rhythm.zone), rhythm)
    return over


def quiet_end(moment: datetime, rhythm: Rhythm) -> datetime:
    """When the quiet hours around a moment end; the moment itself where it is not quiet."""
    return quiet_over(moment, zone=rhythm.zone, start=rhythm.quiet_from, end=rhythm.quiet_until)


def _day_of(moment: datetime, rhythm: Rhythm) -> date:
    return moment.astimezone(zone_or_utc(rhythm.zone)).date()


def bank_after(bank: float, used: float, *, increment: int, cap: int) -> int:
    """Seconds that a Fischer clock holds after an answer that took `used` of its `bank`; never below the increment."""
    return min(int(max(bank - used, 0)) + increment, max(cap, increment))
