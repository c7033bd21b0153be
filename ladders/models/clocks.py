"""The clock that all tables of a ladder or tournament have."""

from django.db import models

from games import policy
from games.terms import Clock

START, MORE, MOST = policy.POLICY.kept("Hard").seconds


class HasClock(models.Model):
    """Columns of a clock; the defaults are the hard ones of a tournament."""

    turn_seconds = models.PositiveIntegerField("time at the start", default=START)
    increment_seconds = models.PositiveIntegerField("added for each answer", default=MORE)
    cap_seconds = models.PositiveIntegerField("never more than", default=MOST)
    vacations = models.BooleanField("clocks stand still on vacations", default=False)
    excuses = models.PositiveSmallIntegerField("missed turns that are excused", default=0)

    class Meta:
        abstract = True

    @property
    def clock(self) -> Clock:
        """The clock of a new table."""
        return Clock(
            self.turn_seconds,
            self.increment_seconds,
            self.cap_seconds,
            vacations=self.vacations,
            excuses=self.excuses,
        )
