"""Sending a notice: claimed once, judged once more, told once."""

import logging
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, QuerySet

from accounts.models import User
from notifications.channels import GivenUp, deadline_of
from notifications.channels.deliver import deliver
from notifications.held_back import is_held_back
from notifications.kinds import sort_of
from notifications.models import Notice
from notifications.policy import ATTEMPTS, WAITS
from notifications.services.addresses import address_died
from notifications.services.ledger import WITHDRAWN
from notifications.services.pace import pace_taken
from notifications.terms import RINGING, Channel, State
from notifications.wishes import DEAD, reader_of

log = logging.getLogger(__name__)

TOO_LATE = "The deadline passed before it was sent."
QUIET_NOW = "It waits for the end of the user's quiet hours."


class Judgement(NamedTuple):
    """What is to become of a claimed notice; `SENDING`: send it."""

    state: State
    reason: str = ""
    later: datetime | None = None


def notice_send(*, notice_id: int, now: datetime) -> State | None:
    """Send a notice if it is due and nobody else is sending it; its state afterwards, None if it was left alone."""
    if not _claim(notice_id, now):
        return None
    notice = Notice.objects.select_related("user").get(pk=notice_id)
    try:
        judged = _judge(notice, now)
        if judged.later is not None:
            return _wait(notice, judged, now)
        if judged.state != State.SENDING:
            return _settle(notice, judged.state, judged.reason, now)
        address = _tell(notice, now)
    except GivenUp as error:
        return _give_up(notice, error, now)
    except Exception as error:  # noqa: BLE001 - whatever goes wrong with one notice, the ledger must say so
        return _put_off(notice, error, now)
    return _settle(notice, State.SENT, "", now, address=address)


def _tell(notice: Notice, now: datetime) -> str:
    """Hand a notice to its channel, unless it must go no further; the address of a mail either way."""
    address = reader_of(notice.user).address if notice.channel == Channel.MAIL else ""
    # Without an address it fails as it would have: that tells of nothing.
    return deliver(notice=notice, now=now) if address is None or not is_held_back(notice) else address


@transaction.atomic
def _claim(notice_id: int, now: datetime) -> bool:
    """Take a due notice for oneself, unless it is a mail and its user has had one within the minute: then it waits."""
    # A daily mail tells many notices at once: see `digests`.
    due = Notice.objects.filter(pk=notice_id, state=State.DUE, due_at__lte=now).exclude(channel=Channel.DIGEST)
    if not due.update(state=State.SENDING, claimed_at=now, attempts=F("attempts") + 1):
        return False
    user_id, channel = Notice.objects.values_list("user_id", "channel").get(pk=notice_id)
    if channel != Channel.MAIL:
        return True
    wait_until = pace_taken(user_id=user_id, now=now)
    if wait_until is None:
        return True
    waiting = Notice.objects.filter(pk=notice_id)
    waiting.update(state=State.DUE, claimed_at=None, attempts=F("attempts") - 1, due_at=wait_until)
    return False


def _judge(notice: Notice, now: datetime) -> Judgement:
    """Whether a claimed notice is still wanted and true, and may ring now."""
    reason = reader_of(notice.user, notice.topic).refusal(notice.kind, Channel(notice.channel))
    if reason:
        return Judgement(State.FAILED if reason == DEAD else State.UNWANTED, reason)
    deadline = deadline_of(notice)
    timely = sort_of(notice.kind).timely and deadline is not None
    if timely and deadline is not None and deadline <= now:
        return Judgement(State.STALE, TOO_LATE)
    rings = notice.channel in RINGING and not sort_of(notice.kind).always
    over = _quiet_until(notice.user, now) if rings else None
    return Judgement(State.SENDING) if over is None else Judgement(State.DUE, QUIET_NOW, over)


def _quiet_until(user: User, now: datetime) -> datetime | None:
    over = user.quiet_over(now)
    return over if over != now else None


def _claimed(notice: Notice) -> QuerySet[Notice]:
    return Notice.objects.filter(pk=notice.pk, state=State.SENDING, attempts=notice.attempts)


def _settle(notice: Notice, state: State, reason: str, now: datetime, *, address: str = "") -> State:
    _claimed(notice).update(state=state, reason=reason, settled_at=now, address=address)
    return state


def _wait(notice: Notice, judged: Judgement, now: datetime) -> State | None:
    """Lay a claimed notice back: waiting is no failure."""
    if _claimed(notice).filter(reason=WITHDRAWN).exists():
        return _settle(notice, State.STALE, WITHDRAWN, now)
    _claimed(notice).update(
        state=State.DUE, reason=judged.reason, due_at=judged.later, claimed_at=None, attempts=notice.attempts - 1
    )
    return None


def _give_up(notice: Notice, error: GivenUp, now: datetime) -> State:
    """After a refusal that is for good nothing is tried again, and a dead address is remembered."""
    log.warning("Notice %s was refused for good: %s", notice.pk, error)
    if error.address:
        address_died(user=notice.user, address=error.address, reason=str(error), now=now)
    return _settle(notice, State.FAILED, str(error)[:300], now, address=error.address)


def _put_off(notice: Notice, error: Exception, now: datetime) -> State:
    """After a failure try later, or after the last one give up."""
    reason = f"{type(error).__name__}: {error}"[:300]
    log.warning("Notice %s could not be sent at attempt %s: %s", notice.pk, notice.attempts, reason)
    if _claimed(notice).filter(reason=WITHDRAWN).exists():
        return _settle(notice, State.STALE, WITHDRAWN, now)
    if notice.attempts >= ATTEMPTS[Channel(notice.channel)]:
        return _settle(notice, State.FAILED, reason, now)
    due_at = now + WAITS[notice.attempts - 1]
    _claimed(notice).update(state=State.DUE, reason=reason, due_at=due_at, claimed_at=None)
    return State.DUE
