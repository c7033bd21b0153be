"""The sweep: sends due notices, settles unfinished deliveries and removes old rows."""

from datetime import datetime

from django.db.models import QuerySet

from foundation.live import push_news
from notifications.enums import MESSENGERS, UNCERTAIN, Channel, State
from notifications.models import Notice
from notifications.policy import AT_ONCE, KEPT, UNCERTAIN_AFTER
from notifications.queue import enqueue_collect_codes, enqueue_send_notice
from notifications.selectors import digests_due, notices_due
from notifications.services.digests import send_digest_of
from notifications.services.messengers import awaits_telegram
from notifications.services.sending import send_notice


def sweep_notices(*, now: datetime) -> int:
    """Send due notices and settle unfinished ones. Return the number sent."""
    half_sent = Notice.objects.filter(state=State.SENDING, claimed_at__lte=now - UNCERTAIN_AFTER)
    half_sent.update(state=State.FAILED, reason=UNCERTAIN, settled_at=now)
    if awaits_telegram(now):
        enqueue_collect_codes()
    for channel in (Channel.PUSH, Channel.WEBHOOK, *MESSENGERS):
        # In their own jobs: a slow address must not block the sweep.
        for notice_id in notices_due(now=now, limit=AT_ONCE, channel=channel):
            enqueue_send_notice(notice_id)
    # Reminders that are due now appear on the page.
    due = Notice.objects.filter(channel=Channel.PAGE, state=State.DUE, due_at__lte=now)
    readers = set(due.values_list("user_id", flat=True))
    sent = due.update(state=State.SENT, settled_at=now) if readers else 0
    push_news(readers)
    # Mails stop at the first failure, since the mail server is probably down.
    for notice_id in notices_due(now=now, limit=AT_ONCE, channel=Channel.MAIL):
        state = send_notice(notice_id=notice_id, now=now)
        sent += state == State.SENT
        if _is_down(state, Notice.objects.filter(pk=notice_id)):
            break
    for user_id in digests_due(now=now, limit=AT_ONCE):
        state = send_digest_of(user_id=user_id, now=now)
        sent += state == State.SENT
        if _is_down(state, Notice.objects.filter(user_id=user_id, channel=Channel.DIGEST, settled_at=now)):
            break
    return sent


def _is_down(state: State | None, notices: QuerySet[Notice]) -> bool:
    """True if the failure may be the server's, so that the rest waits for the next sweep.

    A missing mailbox says nothing about other mails.
    """
    return state == State.DUE or (state == State.FAILED and notices.filter(reason=UNCERTAIN).exists())


def remove_old_notices(*, now: datetime) -> int:
    """Delete notices settled long ago. Return their number."""
    return Notice.objects.filter(settled_at__lte=now - KEPT).delete()[0]
