"""The policy of clocks and votes, in one table: the code reads its figures here, and so does the help page.

Read a figure as `policy.POLICY.excuses_most`, never by a name of its own: then a changed table changes
what the site does and what its help page says, together. What a user may ask of every clock, vacation
and quiet hours, stands in `accounts.habits` in the same way.
"""

from dataclasses import dataclass
from enum import StrEnum

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


class Speed(StrEnum):
    """How a match is played: at one sitting, or over days."""

    LIVE = "live"
    DAYS = "days"


@dataclass(frozen=True)
class Fischer:
    """A clock that keeps what is left: hours to begin with, hours added for each answer, and the most it holds."""

    name: str
    start_hours: int
    increment_hours: int
    cap_hours: int

    @property
    def seconds(self) -> tuple[int, int, int]:
        """Seconds to begin with, added for each answer, and held at most."""
        return self.start_hours * HOUR, self.increment_hours * HOUR, self.cap_hours * HOUR


@dataclass(frozen=True)
class Policy:
    """Every figure of clocks and votes. The comments say where one came from or what it is for."""

    turn_days: tuple[int, ...] = (1, 2, 3, 5, 7, 10, 14)
    live_minutes: tuple[int, ...] = (5, 15, 30, 60)
    live_below_hours: int = 6
    """A match whose answers have less time than this is live: its clocks never stand still."""
    fischer: tuple[Fischer, ...] = (
        Fischer("Steady", 72, 24, 168),
        Fischer("Hard", 72, 36, 120),
        Fischer("Slow", 168, 48, 336),
    )

    excuses_most: int = 4
    excuses_usual: int = 1
    extension_hours: int = 24
    """An excuse gives one turn more, at most these hours."""
    untold_most: int = 3
    """So often in a match a seat gets more time as no notice came through: a match must end if an address is dead."""
    misses_to_stand_in: int = 2
    """So many missed turns in a row, and a bot holds the seat."""
    stand_in_minutes: int = 60
    """The most a stand-in is waited for, and so what a player has who takes the seat back before it answered."""
    pause_days: int = 14
    """A match paused because everybody missed is called off when nobody lets it go on for so long."""

    pause_days_voted: int = 60
    """A pause that players agreed on ends by itself after so long."""
    pause_days_arranged: int = 7
    """The same at a table of a ladder or tournament, and once in a match: those who do not sit there wait too."""
    vote_days: int = 3
    """A vote that not all have agreed to by then comes to nothing."""
    vote_again_days: int = 1
    """So long a player waits before asking the same again."""
    voters_fewest_rated: int = 2
    """Players who must agree before a rated match is called off."""

    reminder_percent: int = 20
    """A reminder is sent when less than this share of the time is left."""
    grace_percent: int = 5
    grace_most_seconds: int = 120
    """Who answers within this share of the time, at most these seconds, is sent no notice of the turn."""

    standstill_days_most: int = 45
    """For no answer does a clock stand still for longer than this, whatever weekends and vacation add up to."""
    fair_hours: int = 24
    """A change of habits never leaves less time than this, where there was as much."""

    open_days: int = 14
    open_days_private: int = 180

    reliability_recent_days: int = 28
    reliability_recent_weight: int = 4
    reliability_days: int = 365
    reliability_fewest_turns: int = 10

    @property
    def turn_seconds(self) -> dict[int, str]:
        """Lengths of a turn that a host may choose, shortest first, in words."""
        minutes = {count * MINUTE: counted(count, "minute") for count in self.live_minutes}
        return minutes | {count * DAY: counted(count, "day") for count in self.turn_days}

    def kept(self, name: str) -> Fischer:
        """The kept clock of a name. Raises `StopIteration`."""
        return next(clock for clock in self.fischer if clock.name == name)

    def speed(self, turn_seconds: int) -> Speed:
        """Whether a match with so much time for an answer is live or goes over days."""
        return Speed.LIVE if turn_seconds < self.live_below_hours * HOUR else Speed.DAYS


def counted(count: int, noun: str) -> str:
    """A count and its noun, as sentences have them: *1 day*, *3 days*."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


POLICY = Policy()
