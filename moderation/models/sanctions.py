"""What a player may not do for a time, and what they were told."""

from django.conf import settings
from django.db import models

from accounts.names import LONGEST
from moderation.models.terms import Category

USER = settings.AUTH_USER_MODEL


class Sanction(models.Model):
    """A warning, or something that a player may not do for a time."""

    class Kind(models.TextChoices):
        """What there is, from mild to hard."""

        WARNING = "warning", "Warned"
        MUTE = "mute", "May not talk"
        NAME = "name", "Has to choose another name"
        SUSPENSION = "suspension", "May not log in"

    user = models.ForeignKey(USER, models.PROTECT, related_name="sanctions")
    kind = models.CharField(max_length=10, choices=Kind)
    category = models.CharField(max_length=12, choices=Category)
    words = models.TextField()
    """What the player was told."""
    begun_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)
    """None: for good, or until it is lifted."""
    lifted_at = models.DateTimeField(null=True)
    audit_number = models.PositiveIntegerField(unique=True)
    """The number of the audit row that tells who set it and why."""
    former_name = models.CharField(max_length=LONGEST, blank=True, default="", db_default="")
    """The name that was taken away, to give it back; not in the audit, where it could never be forgotten."""

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=["user", "kind"], name="sanction_by_user"),)

    def __str__(self) -> str:
        return f"Sanction {self.pk}"
