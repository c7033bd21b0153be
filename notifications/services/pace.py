"""At most one mail a minute per user."""

from datetime import datetime

from notifications.models import Pace
from notifications.policy import PACE


def take_pace(*, user_id: int, now: datetime) -> datetime | None:
    """Claim this minute's mail to a user, or return when the next may be sent. Needs a transaction."""
    pace, first = Pace.objects.get_or_create(user_id=user_id, defaults={"last_at": now})
    if first or Pace.objects.filter(pk=pace.pk, last_at__lte=now - PACE).update(last_at=now):
        return None
    pace.refresh_from_db()
    return pace.last_at + PACE
