"""The sweep: sends due notices, settles unfinished deliveries and removes old rows."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from django.core.cache import cache
from django.db.models import Q, QuerySet

from foundation.guarded import read_cache, write_cache
from foundation.live import push_news
from foundation.pruning import delete_share
from foundation.queue import ASKED_AGAIN_SECONDS, use_sweep_queue
from notifications.channels import RecipientRefused
from notifications.enums import OF_USERS, UNCERTAIN, Channel, State
from notifications.models import Notice
from notifications.policy import BY_SWEEP, HANDED_ON, KEPT, UNCERTAIN_AFTER
from notifications.queue import enqueue_collect_codes, enqueue_send_digest, enqueue_send_mail, enqueue_send_notice
from notifications.selectors import digests_due, notices_due
from notifications.services.digests import send_digest_of
from notifications.services.messengers import awaits_telegram
from notifications.services.sending import send_notice

logger = logging.getLogger(__name__)

DOWN = "notifications:mail-server-down"
"""The cache key that is set while the mail server is down, so that workers do not try the mails handed on to them."""
DOWN_SECONDS = 60
HANDED = "notifications:handed-on:"
"""The entries of the cache that say what was handed on lately: it waits for a worker, so it is not asked for again."""

Sent = tuple[State | None, bool]
"""The state of a mail, and whether the mail server seems to be down."""
Send = Callable[[int, datetime], Sent]


@use_sweep_queue()
def sweep_notices(*, now: datetime) -> int:
    """Send due notices and settle unfinished ones. Return the number sent."""
    half_sent = Notice.objects.filter(state=State.SENDING, claimed_at__lte=now - UNCERTAIN_AFTER)
    half_sent.update(state=State.FAILED, reason=UNCERTAIN, settled_at=now)
    if awaits_telegram(now):
        enqueue_collect_codes()
    for channel in OF_USERS:
        # In their own jobs: a slow address must not block the sweep.
        _hand_on(notices_due(now=now, limit=HANDED_ON, channel=channel), channel, enqueue_send_notice, now)
    # Reminders that are due now appear on the page.
    due = Notice.objects.filter(channel=Channel.PAGE, state=State.DUE, due_at__lte=now)
    readers = set(due.values_list("user_id", flat=True))
    sent = due.update(state=State.SENT, settled_at=now) if readers else 0
    push_news(readers)
    mails = notices_due(now=now, limit=BY_SWEEP + HANDED_ON, channel=Channel.MAIL)
    sent += _send_first(mails, _send_mail, Channel.MAIL, enqueue_send_mail, now)
    digests = digests_due(now=now, limit=BY_SWEEP + HANDED_ON)
    return sent + _send_first(digests, _send_digest, Channel.DIGEST, enqueue_send_digest, now)


def send_mail_handed_on(*, notice_id: int, now: datetime) -> State | None:
    """Send a mail that the sweep handed on, unless the mail server is down. Return its new state."""
    return _send_unless_down(_send_mail, notice_id, now)


def send_digest_handed_on(*, user_id: int, now: datetime) -> State | None:
    """Send a daily mail that the sweep handed on, unless the mail server is down. Return its new state."""
    return _send_unless_down(_send_digest, user_id, now)


def _send_unless_down(send: Send, key: int, now: datetime) -> State | None:
    if cache.get(DOWN):
        return None
    state, down = send(key, now)
    if down:
        cache.set(DOWN, True, DOWN_SECONDS)
    return state


def _hand_on(due: Sequence[int], channel: Channel, enqueue: Callable[[int], None], now: datetime) -> None:
    """Have other workers send these, unless they were asked to a moment ago and the task may still wait."""
    entry, moment = f"{HANDED}{channel}", now.timestamp()
    nothing: dict[str, float] = {}
    kept = read_cache(partial(cache.get, entry, nothing), logger=logger, default=nothing)
    waiting = {key: until for key, until in kept.items() if until > moment}
    new = [key for key in due if str(key) not in waiting]
    for key in new:
        enqueue(key)
    if new:
        waiting |= dict.fromkeys(map(str, new), moment + ASKED_AGAIN_SECONDS)
        write_cache(partial(cache.set, entry, waiting, ASKED_AGAIN_SECONDS), logger=logger, default=None)


def _send_first(due: Sequence[int], send: Send, channel: Channel, enqueue: Callable[[int], None], now: datetime) -> int:
    """Send the first mails, then have other workers send the rest beside one another. Return the number sent here.

    It stops if the mail server is probably down, at the first failure or as all are refused: every try counts against
    its notice.
    """
    sent, refused = 0, 0
    for key in due[:BY_SWEEP]:
        state, down = send(key, now)
        if down:
            return sent
        sent += state == State.SENT
        refused += state == State.DUE
    if refused and not sent:
        return 0
    if due:
        cache.delete(DOWN)
    _hand_on(due[BY_SWEEP:], channel, enqueue, now)
    return sent


def _send_mail(notice_id: int, now: datetime) -> Sent:
    state = send_notice(notice_id=notice_id, now=now)
    return state, _is_down(state, Notice.objects.filter(pk=notice_id))


def _send_digest(user_id: int, now: datetime) -> Sent:
    state = send_digest_of(user_id=user_id, now=now)
    tried = Q(settled_at=now) | Q(state=State.DUE)
    return state, _is_down(state, Notice.objects.filter(tried, user_id=user_id, channel=Channel.DIGEST))


def _is_down(state: State | None, notices: QuerySet[Notice]) -> bool:
    """True if the failure may be the server's, so that the rest waits for the next sweep.

    A mailbox that is missing or full says nothing about other mails.
    """
    if state == State.DUE:
        return not notices.filter(reason__startswith=RecipientRefused.__name__).exists()
    return state == State.FAILED and notices.filter(reason=UNCERTAIN).exists()


def remove_old_notices(*, now: datetime) -> int:
    """Delete a share of the notices settled long ago. Return their number."""
    return delete_share(Notice.objects.filter(settled_at__lte=now - KEPT), by="settled_at")
