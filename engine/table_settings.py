"""The time control and settings of a table, fixed when it is created."""

from dataclasses import dataclass, fields
from typing import Any, TypeVar


@dataclass(frozen=True)
class TimeControl:
    """The time allowed for answers, in seconds.

    Without an increment, each answer has `turn_seconds`. With one (a Fischer clock), a seat starts with
    `turn_seconds`, gains the increment with each answer, and never holds more than the cap.
    """

    turn_seconds: int
    increment_seconds: int = 0
    cap_seconds: int = 0
    weekends_off: bool = False
    """Clocks stop on Saturdays and Sundays in each player's time zone."""
    vacations: bool = True
    """Clocks stop on a player's vacation days."""
    excuses: int = 1
    """The number of turns a seat may miss before a default action is played."""


@dataclass(frozen=True)
class TableSettings:
    """What a match shows besides the game, who may see and join it, how bots play, and whether it is rated."""

    private: bool = False
    hide_answered: bool = False
    spectators: bool = True
    anonymous: bool = False
    rated: bool = True
    language: str = ""
    """The chat language as a code, or "" for any."""
    least_reliability: int | None = None
    """The least reliability, in per cent, of players who join without an invitation."""
    least_rating: int | None = None
    most_rating: int | None = None
    take_backs: bool = False
    """True if the players of a rated match may take a round back by agreement; in an unrated one they always may."""
    stand_in_level: str = ""
    """The level of the bots that play for absent players, or "" for that of the site."""
    sharp_seconds: int | None = None
    """How long the bot *sharp* may think about an answer in an unrated match, or None for the site's time."""

    def admits_reliability(self, percent: int | None) -> bool:
        """True if a reliability suffices. None, for a player with too few turns, does: everyone begins so."""
        return percent is None or self.least_reliability is None or percent >= self.least_reliability

    def admits_rating(self, number: int) -> bool:
        """True if a rating is in the range."""
        above = self.least_rating is None or number >= self.least_rating
        return above and (self.most_rating is None or number <= self.most_rating)


Fixed = TypeVar("Fixed", TimeControl, TableSettings)


def fixed_of(match: Any, kind: type[Fixed]) -> Fixed:
    """Return the time control or table settings of a match."""
    return kind(**{field.name: getattr(match, field.name) for field in fields(kind)})
