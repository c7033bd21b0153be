"""What is asked about notices."""

from datetime import datetime, timedelta

from notifications.models import KeptMail, Notice, State

UNCERTAIN_AFTER = timedelta(minutes=10)


def notices_due(*, now: datetime, limit: int) -> list[int]:
    """The keys of notices to send now, those due longest first."""
    due = Notice.objects.filter(state=State.DUE, due_at__lte=now).order_by("due_at", "id")
    return list(due.values_list("id", flat=True)[:limit])


def kept_mails() -> list[KeptMail]:
    """All kept mails, newest first, without their bodies."""
    return list(KeptMail.objects.defer("text", "html", "headers"))
