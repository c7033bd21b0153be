"""The limits of quiet hours and vacation, also shown on the help page: see `matches.policy`."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Habits:
    """The limits of quiet hours and vacation."""

    vacation_days: int = 30
    """Vacation days in a calendar year."""
    quiet_hours_most: int = 12


HABITS = Habits()
