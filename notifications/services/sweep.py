"""The sweep of notices: what is due is sent, what was left half sent is settled, what is old is removed."""

from datetime import datetime

from django.db.models import QuerySet

from notifications.hints import hint_send
from notifications.live import news_came
from notifications.models import Notice
from notifications.policy import AT_ONCE, KEPT, UNCERTAIN_AFTER
from notifications.selectors import digests_due, notices_due
from notifications.services.digests import digest_send
from notifications.services.sending import notice_send
from notifications.terms import UNCERTAIN, Channel, State


def notices_sweep(*, now: datetime) -> int:
    """Send what is due and settle what was left half sent; how many were sent."""
    half_sent = Notice.objects.filter(state=State.SENDING, claimed_at__lte=now - UNCERTAIN_AFTER)
    half_sent.update(state=State.FAILED, reason=UNCERTAIN, settled_at=now)
    for channel in (Channel.PUSH, Channel.WEBHOOK):
        # By tasks of their own: an address that hangs must not hold up the sweep.
        for notice_id in notices_due(now=now, limit=AT_ONCE, channel=channel):
            hint_send(notice_id=notice_id)
    return _show_due(now) + _send_mails(now) + _send_digests(now)


def _show_due(now: datetime) -> int:
    """Put reminders on the page when their moment has come."""
    due = Notice.objects.filter(channel=Channel.PAGE, state=State.DUE, due_at__lte=now)
    readers = set(due.values_list("user_id", flat=True))
    shown = due.update(state=State.SENT, settled_at=now) if readers else 0
    news_came(readers)
    return shown


def _send_mails(now: datetime) -> int:
    """Send due mails; stops at the first failure: likely the mail server is down, and each would wait in vain."""
    sent = 0
    for notice_id in notices_due(now=now, limit=AT_ONCE, channel=Channel.MAIL):
        state = notice_send(notice_id=notice_id, now=now)
        sent += state == State.SENT
        if _is_down(state, Notice.objects.filter(pk=notice_id)):
            break
    return sent


def _send_digests(now: datetime) -> int:
    sent = 0
    for user_id in digests_due(now=now, limit=AT_ONCE):
        state = digest_send(user_id=user_id, now=now)
        sent += state == State.SENT
        if _is_down(state, Notice.objects.filter(user_id=user_id, channel=Channel.DIGEST, settled_at=now)):
            break
    return sent


def _is_down(state: State | None, told: QuerySet[Notice]) -> bool:
    """Whether what became of a mail may say more of its server than of it: then the rest waits for the next sweep.

    A mailbox that is not there says nothing of others.
    """
    return state == State.DUE or (state == State.FAILED and told.filter(reason=UNCERTAIN).exists())


def notices_remove_old(*, now: datetime) -> int:
    """Remove what was settled long ago; how many rows."""
    return Notice.objects.filter(settled_at__lte=now - KEPT).delete()[0]
