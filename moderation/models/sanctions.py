"""Temporary restrictions and warnings, with the text the player read."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy

from accounts.values.names import LONGEST
from foundation.language import reword
from moderation.models.audit import AuditRow
from moderation.models.enums import Category

USER = settings.AUTH_USER_MODEL


class Sanction(models.Model):
    """A warning or a temporary restriction."""

    class Kind(models.TextChoices):
        """The kinds of sanction, from mild to severe."""

        WARNING = "warning", gettext_lazy("Warned")
        MUTE = "mute", gettext_lazy("May not chat")
        NAME = "name", gettext_lazy("Has to choose another name")
        SUSPENSION = "suspension", gettext_lazy("May not log in")

    user = models.ForeignKey(USER, models.PROTECT, related_name="sanctions", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind)
    category = models.CharField(max_length=12, choices=Category)
    words = models.TextField()
    """The text the player read."""
    begun_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)
    """None: permanent, or until it is lifted."""
    lifted_at = models.DateTimeField(null=True)
    row = models.OneToOneField(AuditRow, models.PROTECT, to_field="number", related_name="sanction")
    """The audit row that records who set it and why."""
    former_name = models.CharField(max_length=LONGEST, blank=True, default="", db_default="")
    """The name that was taken away, for giving it back; not in the audit, where it could never be erased."""

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=["user", "kind"], name="sanction_by_user"),)

    def __str__(self) -> str:
        return f"Sanction {self.pk}"

    @property
    def words_read(self) -> str:
        """The text in the reader's language, where the site wrote it."""
        return reword(self.words)
