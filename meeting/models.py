"""People who wait for a quick table."""

from django.conf import settings
from django.db import models


class Seeker(models.Model):
    """A person who waits for a table. Lock the row before seating the person; it goes when they sit."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seeker")
    games = models.JSONField(default=list)
    paces = models.JSONField(default=list)
    """Keys of `matches.clocks.time_controls.pace_of`."""
    sizes = models.JSONField("seats", default=list)
    since = models.DateTimeField()
    chosen_at = models.DateTimeField()
    """When the person last said that they wait. A seat they took later, elsewhere, makes them choose again."""
    bots_after = models.PositiveIntegerField("minutes until bots may fill the table", null=True)

    class Meta:
        ordering = ("since", "pk")

    def __str__(self) -> str:
        return f"{self.user_id} waits since {self.since}"
