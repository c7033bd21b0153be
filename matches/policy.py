"""The figures for clocks and votes, used by the code and shown on the help page.

Read a figure as `policy.POLICY.excuses_most` and never import it by its own name, so that a changed
policy changes the site and its help page together. The figures for users' own clocks, vacation and
quiet hours are in `accounts.values.hour_bounds`.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine.language import mark
from foundation.spans import DAY as DAY
from foundation.spans import HOUR as HOUR
from foundation.spans import MINUTE as MINUTE


class Speed(StrEnum):
    """The pace of a match: in one sitting, or over days."""

    LIVE = "live"
    DAYS = "days"


@dataclass(frozen=True)
class Fischer:
    """A clock that carries unused time over: hours at the start, hours per answer, and the cap."""

    name: str
    start_hours: int
    increment_hours: int
    cap_hours: int

    @property
    def seconds(self) -> tuple[int, int, int]:
        """The seconds at the start, per answer, and at most."""
        return self.start_hours * HOUR, self.increment_hours * HOUR, self.cap_hours * HOUR


@dataclass(frozen=True)
class Policy:
    """Every figure for clocks and votes. The docstrings give the reason or use of each."""

    turn_days: tuple[int, ...] = (1, 2, 3, 5, 7, 10, 14)
    live_minutes: tuple[int, ...] = (5, 15, 30, 60)
    live_below_hours: int = 6
    """A match with less time per answer is live: its clocks never stop."""
    fischer: tuple[Fischer, ...] = (
        Fischer(mark("Steady"), 72, 24, 168),
        Fischer(mark("Hard"), 72, 36, 120),
        Fischer(mark("Slow"), 168, 48, 336),
    )

    excuses_most: int = 4
    excuses_usual: int = 1
    extension_hours: int = 24
    """An excuse extends one turn, by these hours at most."""
    undelivered_most: int = 3
    """The number of times per match that a seat gets more time for undelivered notices, as an address may be dead."""
    timeouts_to_stand_in: int = 2
    """After this many timeouts in a row, a bot takes the seat."""
    stand_in_minutes: int = 60
    """The longest wait for a stand-in, and so the time for a player who takes the seat back before it answers."""
    pause_days: int = 14
    """A match paused because everyone timed out is called off after this time."""

    pause_days_voted: int = 60
    """A pause by vote ends by itself after this time."""
    pause_days_arranged: int = 7
    """The same for ladders and tournaments, once per match: players elsewhere wait too."""
    vote_days: int = 3
    """A vote expires after this time."""
    vote_again_days: int = 1
    """The time before a player may open the same vote again."""
    take_backs_most: int = 50
    """The number of rounds of a match that may be taken back, as each makes it longer for everyone who reads it."""
    voters_fewest_rated: int = 2
    """The fewest players who can call off a rated match by vote."""

    reminder_percent: int = 20
    """A reminder is sent when this share of the time is left."""
    grace_percent: int = 5
    grace_most_seconds: int = 120
    """The turn notice waits for this share of the time, up to these seconds, and is not sent after an answer."""

    standstill_days_most: int = 45
    """The longest that a clock stops for one answer, however many weekends and vacation days there are."""
    fair_hours: int = 24
    """A change of hours never leaves less time than this if there was as much before."""

    open_days: int = 14
    open_days_private: int = 180

    reliability_recent_days: int = 28
    reliability_recent_weight: int = 4
    reliability_days: int = 365
    reliability_fewest_turns: int = 10

    @property
    def turn_seconds(self) -> tuple[int, ...]:
        """Turn lengths that a host may choose, shortest first."""
        return (*(count * MINUTE for count in self.live_minutes), *(count * DAY for count in self.turn_days))

    def fischer_clock(self, name: str) -> Fischer:
        """Return the Fischer clock with this name. Raises `StopIteration`."""
        return next(time_control for time_control in self.fischer if time_control.name == name)

    def speed(self, turn_seconds: int) -> Speed:
        """Return the pace of a match with this much time per answer."""
        return Speed.LIVE if turn_seconds < self.live_below_hours * HOUR else Speed.DAYS


POLICY = Policy()
