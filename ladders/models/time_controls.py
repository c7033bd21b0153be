"""The time control of all matches of a ladder or tournament."""

from django.db import models

from engine.table_settings import TimeControl
from matches import policy

START, MORE, MOST = policy.POLICY.fischer_clock("Hard").seconds
COLUMNS = ("turn_seconds", "increment_seconds", "cap_seconds", "vacations", "excuses")
"""The fields of a time control that ladders and tournaments choose; the others have their usual values."""


class HasClock(models.Model):
    """The columns of a time control; the defaults are a tournament's hard ones."""

    turn_seconds = models.PositiveIntegerField("time at the start", default=START)
    increment_seconds = models.PositiveIntegerField("added for each answer", default=MORE)
    cap_seconds = models.PositiveIntegerField("never more than", default=MOST)
    vacations = models.BooleanField("clocks stand still on vacations", default=False)
    excuses = models.PositiveSmallIntegerField("missed turns that are excused", default=0)

    class Meta:
        abstract = True

    @staticmethod
    def columns_of(time_control: TimeControl) -> dict[str, int]:
        """The column values that store a time control."""
        return {name: getattr(time_control, name) for name in COLUMNS}

    @property
    def time_control(self) -> TimeControl:
        """The time control of a new match."""
        return TimeControl(**{name: getattr(self, name) for name in COLUMNS})
