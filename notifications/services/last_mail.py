"""At most one mail a minute per user."""

from datetime import datetime

from notifications.models import LastMail
from notifications.policy import BETWEEN_MAILS


def claim_mail(*, user_id: int, now: datetime) -> datetime | None:
    """Claim this minute's mail to a user, or return when the next may be sent. Needs a transaction."""
    last, first = LastMail.objects.get_or_create(user_id=user_id, defaults={"sent_at": now})
    if first or LastMail.objects.filter(pk=last.pk, sent_at__lte=now - BETWEEN_MAILS).update(sent_at=now):
        return None
    last.refresh_from_db()
    return last.sent_at + BETWEEN_MAILS
