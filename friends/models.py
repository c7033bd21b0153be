"""Who follows whom."""

from django.conf import settings
from django.db import models


class Follow(models.Model):
    """One person follows another, or may no longer."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="follows", db_index=False)
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="followers", db_index=False)
    at = models.DateTimeField()
    refused = models.BooleanField(default=False)
    """True if the other does not want to be followed by this person, so that they cannot follow again."""

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=["by", "other"], name="followed_once"),)
        indexes = (models.Index(fields=["other", "refused"], name="followers_of"),)

    def __str__(self) -> str:
        return f"Follow {self.pk}"
