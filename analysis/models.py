"""Hints and analyses, as far as they are worked out.

What is found is sealed, as it tells what a seat knows: it leaves with `matches.view.match_view.match_view` only.
"""

from datetime import datetime

from django.conf import settings
from django.db import models

from analysis.policy import AGAIN_AFTER


class Hint(models.Model):
    """What *sharp* would answer for a seat in one round. The seat's player asked for it."""

    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="+", db_index=False)
    step = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="hints", db_index=False)
    asked_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    """When a worker last began to think."""
    done_at = models.DateTimeField(null=True)
    sealed = models.BinaryField(default=b"")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "seat", "step"], name="one_hint_a_round"),)
        indexes = (
            models.Index(fields=["user", "asked_at"], name="hint_by_user"),
            models.Index(fields=["asked_at"], name="hint_waiting", condition=models.Q(done_at=None)),
        )

    def __str__(self) -> str:
        return f"Hint for seat {self.seat} at table {self.match_id}"


class Analysis(models.Model):
    """The teacher's look at a finished match, from one seat. Everyone who may see the match may read it."""

    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="+", db_index=False)
    seat = models.PositiveSmallIntegerField()
    head = models.CharField(max_length=64)
    """The head of the log that it is about. A match that was taken back and ended again has another."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="analyses", db_index=False)
    """Who asked for it first."""
    asked_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    begun = models.PositiveSmallIntegerField(default=0)
    """How many parts were begun since one was last ended: each but the newest lost its worker."""
    done = models.PositiveIntegerField(default=0)
    of = models.PositiveIntegerField(default=0)
    sealed = models.BinaryField(default=b"")

    class Meta:
        verbose_name_plural = "analyses"
        constraints = (models.UniqueConstraint(fields=["match", "seat", "head"], name="one_analysis_a_seat"),)
        indexes = (
            models.Index(fields=["user", "asked_at"], name="analysis_by_user"),
            models.Index(fields=["asked_at"], name="analysis_waiting", condition=models.Q(done_at=None)),
        )

    def __str__(self) -> str:
        return f"Analysis of seat {self.seat} at table {self.match_id}"

    @property
    def has_lesson(self) -> bool:
        """True if it is done and can be read."""
        return self.done_at is not None and bool(self.sealed)

    @property
    def is_failed(self) -> bool:
        """True if the match could not be looked at: it is done, and nothing is kept of it."""
        return self.done_at is not None and not self.sealed

    def may_be_asked_again(self, now: datetime) -> bool:
        """True if it failed, some time ago."""
        return self.is_failed and self.asked_at <= now - AGAIN_AFTER
