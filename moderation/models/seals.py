"""Permission to look once at what a match keeps sealed."""

from datetime import datetime

from django.conf import settings
from django.db import models

from matches.models import Match
from moderation import policy
from moderation.models.enums import Category

USER = settings.AUTH_USER_MODEL


class SealGrant(models.Model):
    """A moderator's request to break a seal, the consent to it, and its one use."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="seal_grants")
    asked_by = models.ForeignKey(USER, models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    category = models.CharField("what it is about", max_length=12, choices=Category)
    reason = models.TextField()
    needs_consent = models.BooleanField()
    consent_by = models.ForeignKey(USER, models.PROTECT, null=True, related_name="+")
    consent_at = models.DateTimeField(null=True)
    refused_by = models.ForeignKey(USER, models.PROTECT, null=True, related_name="+")
    refused_at = models.DateTimeField(null=True)
    audit_number = models.PositiveIntegerField(null=True, unique=True)
    """The number of the audit row of its one use."""
    notified_at = models.DateTimeField(null=True)
    """When the players were notified, after the match."""

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"Seal grant {self.pk}"

    def waits(self, now: datetime) -> bool:
        """True if a second moderator has yet to agree or refuse."""
        unanswered = self.needs_consent and self.consent_by_id is None and self.refused_by_id is None
        return unanswered and now < self.asked_at + policy.REQUEST_STANDS

    def is_usable(self, now: datetime) -> bool:
        """True if it has not been used and the consent to it is recent."""
        agreed_at = self.consent_at if self.needs_consent else self.asked_at
        unused = self.refused_by_id is None and self.audit_number is None
        return unused and agreed_at is not None and now < agreed_at + policy.CONSENT_STANDS
