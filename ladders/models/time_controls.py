"""The clock that all tables of a ladder or tournament have."""

from django.db import models

from games import policy
from games.terms import Clock

START, MORE, MOST = policy.POLICY.kept("Hard").seconds
COLUMNS = ("turn_seconds", "increment_seconds", "cap_seconds", "vacations", "excuses")
"""The terms of a clock that ladders and tournaments choose; the others are as at any table."""


class HasClock(models.Model):
    """Columns of a clock; the defaults are the hard ones of a tournament."""

    turn_seconds = models.PositiveIntegerField("time at the start", default=START)
    increment_seconds = models.PositiveIntegerField("added for each answer", default=MORE)
    cap_seconds = models.PositiveIntegerField("never more than", default=MOST)
    vacations = models.BooleanField("clocks stand still on vacations", default=False)
    excuses = models.PositiveSmallIntegerField("missed turns that are excused", default=0)

    class Meta:
        abstract = True

    @staticmethod
    def columns_of(clock: Clock) -> dict[str, int]:
        """The columns that keep a clock."""
        return {name: getattr(clock, name) for name in COLUMNS}

    @property
    def clock(self) -> Clock:
        """The clock of a new table."""
        return Clock(**{name: getattr(self, name) for name in COLUMNS})
