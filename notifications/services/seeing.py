"""A user who is looking at the match needs no mail about it."""

from datetime import datetime

from django.utils.translation import gettext_noop

from foundation.live import push_news
from notifications.enums import RINGING, Channel, State
from notifications.kinds import Kind
from notifications.models import Notice

SEEN = gettext_noop("The user was looking at the table.")


def mark_notices_seen(*, user_id: int, topic: str, step: int, now: datetime) -> int:
    """Withhold notices about this turn that would ring, because the page is in view. Return their number.

    Reminders stay: the user may forget.
    """
    own = Notice.objects.filter(user=user_id, topic=topic)
    ringing = own.filter(kind=Kind.TURN, step__lte=step, channel__in=RINGING, state=State.DUE)
    withheld = ringing.update(state=State.WITHHELD, reason=SEEN, settled_at=now)
    if mark_notices_read(user_id=user_id, topic=topic, now=now):
        push_news([user_id])
    return withheld


def mark_notices_read(*, user_id: int, now: datetime, topic: str | None = None, notice_id: int | None = None) -> int:
    """Mark notices on the page as read: all, one topic or one notice. Return their number."""
    unread = Notice.objects.filter(user=user_id, channel=Channel.PAGE, state=State.SENT, read_at=None)
    if topic is not None:
        unread = unread.filter(topic=topic)
    if notice_id is not None:
        unread = unread.filter(pk=notice_id)
    return unread.update(read_at=now)
