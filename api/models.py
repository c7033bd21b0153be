"""Stored replies, so that a request sent twice is carried out once."""

from django.conf import settings
from django.db import models


class KeptReply(models.Model):
    """The reply to a request with an idempotency key."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=100)
    digest = models.CharField(max_length=64)
    """A keyed hash of the request, which may contain a secret answer."""
    sealed = models.BinaryField(null=True)
    """The reply, encrypted, as it may contain secrets of its reader."""
    made_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "kept replies"
        constraints = (models.UniqueConstraint(fields=["user", "key"], name="one_reply_a_key"),)

    def __str__(self) -> str:
        return f"Reply {self.key} to {self.user_id}"
