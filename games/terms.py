"""The terms of a table, fixed when it is announced: its clock and its manners."""

from dataclasses import dataclass, fields
from typing import Any, TypeVar


@dataclass(frozen=True)
class Clock:
    """How long the answers of a match may take, in seconds.

    Without an increment every answer has `turn_seconds`. With one (a Fischer clock) a seat begins with
    `turn_seconds`, gets the increment for each answer, and never holds more than the cap.
    """

    turn_seconds: int
    increment_seconds: int = 0
    cap_seconds: int = 0
    weekends_off: bool = False
    """Clocks stand still on Saturdays and Sundays, each in its player's own zone."""
    vacations: bool = True
    """Clocks stand still on a player's vacation days."""
    excuses: int = 1
    """Missed turns a seat may have before the table answers for it."""


@dataclass(frozen=True)
class Manners:
    """Who may see what of a match besides the game itself, and whether it counts."""

    private: bool = False
    hide_answered: bool = False
    spectators: bool = True
    anonymous: bool = False
    rated: bool = True


Terms = TypeVar("Terms", Clock, Manners)


def terms_of(match: Any, kind: type[Terms]) -> Terms:
    """The clock or the manners of a match, as they were fixed."""
    return kind(**{field.name: getattr(match, field.name) for field in fields(kind)})
