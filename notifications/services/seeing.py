"""Who has the table before their eyes needs no mail about it."""

from datetime import datetime

from notifications.kinds import Kind
from notifications.live import news_came
from notifications.models import Notice
from notifications.terms import RINGING, Channel, State

SEEN = "The user was looking at the table."


def notices_seen(*, user_id: int, topic: str, step: int, now: datetime) -> int:
    """A page was looked at, not only open: withhold what would ring for this turn; how many.

    Reminders stay: who has looked may forget.
    """
    own = Notice.objects.filter(user=user_id, topic=topic)
    ringing = own.filter(kind=Kind.TURN, step__lte=step, channel__in=RINGING, state=State.DUE)
    withheld = ringing.update(state=State.WITHHELD, reason=SEEN, settled_at=now)
    if notices_read(user_id=user_id, topic=topic, now=now):
        news_came([user_id])
    return withheld


def notices_read(*, user_id: int, now: datetime, topic: str | None = None, notice_id: int | None = None) -> int:
    """Mark what stands on the page as read: all, or of one topic, or one."""
    unread = Notice.objects.filter(user=user_id, channel=Channel.PAGE, state=State.SENT, read_at=None)
    if topic is not None:
        unread = unread.filter(topic=topic)
    if notice_id is not None:
        unread = unread.filter(pk=notice_id)
    return unread.update(read_at=now)
