"""Removes guests who never played."""

from datetime import datetime, timedelta

from django.db import models

from accounts.models import User, UserKind

GUEST_DAYS = 30
AT_ONCE = 500
"""Fewer than rows of one table: each guest is looked for in many tables."""
NO_TRACE = frozenset(
    {
        "account.EmailAddress",
        "accounts.Block",
        "accounts.Trace",
        "accounts.VacationDay",
        "admin.LogEntry",
        "analysis.Analysis",
        "analysis.Hint",
        "api.KeptReply",
        "friends.Follow",
        "matches.AnswerHour",
        "matches.Following",
        "matches.Muting",
        "meeting.Seeker",
        "mfa.Authenticator",
        "rights.Archive",
        "rights.Erasure",
        "usersessions.UserSession",
        *(f"notifications.{name}" for name in ("DeadAddress", "Device", "Feed", "LastMail", "Notice")),
        *(f"notifications.{name}" for name in ("Messenger", "NoticePreferences", "TopicPreferences", "Webhook")),
    }
)
"""Rows that a guest may have without having played. They are deleted with the guest."""


def remove_unused_guests(*, now: datetime) -> int:
    """Delete some of the guests who joined over thirty days ago and never took a seat. Return their number."""
    long_ago = now - timedelta(days=GUEST_DAYS)
    unused = User.objects.filter(kind=UserKind.GUEST, date_joined__lte=long_ago).filter(_without_trace())
    keys = list(unused.values_list("pk", flat=True)[:AT_ONCE])
    User.objects.filter(pk__in=keys, kind=UserKind.GUEST).delete()
    return len(keys)


def _without_trace() -> models.Q:
    """A filter for users to whom no other row refers, in any app."""
    without = models.Q()
    for relation in User._meta.get_fields(include_hidden=True):
        if not isinstance(relation, models.ManyToOneRel):
            continue
        model = relation.related_model
        if model._meta.auto_created or model._meta.label in NO_TRACE:
            continue
        rows = model._base_manager.filter(**{relation.field.name: models.OuterRef("pk")})
        without &= models.Q(~models.Exists(rows))
    return without
