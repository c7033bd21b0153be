"""Signals: what may speak for two accounts working together. None of them is a verdict."""

from django.conf import settings
from django.db import models

from games.models import Match

USER = settings.AUTH_USER_MODEL


class Weighed(models.Model):
    """What the players of a match that has ended did for each other; made again when the match goes on after all."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="weighed")
    head = models.CharField(max_length=64, default="")
    """Where the log ended when it was weighed."""
    tried = models.CharField(max_length=64, default="")
    """Where the log ended when that was last begun."""
    tries = models.PositiveSmallIntegerField(default=0)
    """How often it was begun since: a match that takes too long must not keep the others waiting."""
    favours = models.JSONField(default=list)
    """For each giver and receiver, by account: how much, and in which steps."""

    def __str__(self) -> str:
        return f"What was given at table {self.match_id}"


class Signal(models.Model):
    """One thing that stands out about two accounts, as it was last computed."""

    class Kind(models.TextChoices):
        """What stands out."""

        FEEDING = "feeding", "One plays for the other"
        TIMING = "timing", "They answer at the same hours"
        SHARED = "shared", "The same device or network"

    kind = models.CharField(max_length=10, choices=Kind)
    one = models.ForeignKey(USER, models.CASCADE, related_name="+")
    """Who gives, where one does."""
    other = models.ForeignKey(USER, models.CASCADE, related_name="+")
    strength = models.FloatField()
    """The higher the clearer, among signals of one kind."""
    words = models.CharField(max_length=300)
    evidence = models.JSONField(default=list)
    """Matches that have ended, and the steps in them that speak most for it."""
    at = models.DateTimeField()

    class Meta:
        ordering = ("kind", "-strength", "pk")
        constraints = (models.UniqueConstraint(fields=["kind", "one", "other"], name="one_signal_a_pair"),)

    def __str__(self) -> str:
        return f"Signal {self.pk}"
