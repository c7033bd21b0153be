"""How far the check of all matches and of the audit is, and what it found."""

from django.db import models


class Verification(models.Model):
    """One verification of all matches and of the audit: its progress and the faults found.

    On a large site it takes several days.
    """

    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    upto = models.PositiveBigIntegerField(default=0)
    """The ID of the last match verified."""
    worked_at = models.DateTimeField(null=True)
    """When it last went on."""
    seconds = models.FloatField(default=0.0)
    """How long matches were checked on the day of `worked_at`."""
    matches = models.PositiveIntegerField(default=0)
    faults = models.JSONField(default=list)
    """Sentences that name the faulty rows, without secrets."""

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"Verification of {self.begun_at.day} {self.begun_at:%B %Y}"

    @classmethod
    def running(cls) -> "Verification | None":
        """The check that is not over yet, or None."""
        return cls.objects.filter(ended_at=None).first()
