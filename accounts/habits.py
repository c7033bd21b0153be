"""What a user may ask of clocks: figures that the help page shows too, see `games.policy`."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Habits:
    """The bounds of quiet hours and vacation."""

    vacation_days: int = 30
    """Vacation days of a calendar year."""
    quiet_hours_most: int = 12


HABITS = Habits()
