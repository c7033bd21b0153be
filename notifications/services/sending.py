"""Sending a notice: claimed once, checked again, delivered once."""

import logging
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext_noop

from notifications.channels import GivenUp, NotTaken
from notifications.channels.by_mail import send_turns
from notifications.channels.deliver import deliver
from notifications.channels.retry_after import NotNow
from notifications.channels.subjects import deadline_of
from notifications.enums import OF_USERS, RINGING, Channel, State
from notifications.held_back import is_held_back
from notifications.kinds import Kind, spec_of
from notifications.models import Notice
from notifications.policy import AT_ONCE, ATTEMPTS, BETWEEN_MAILS, WAITS
from notifications.readers import DEAD, reader_of
from notifications.services.dead_addresses import mark_address_dead
from notifications.services.last_mail import claim_mail
from notifications.services.ledger import WITHDRAWN
from notifications.services.slow import note_wait, rest_until

log = logging.getLogger(__name__)

TOO_LATE = gettext_noop("The deadline passed before it was sent.")
SLOW_NOW = gettext_noop("It waits a while, as an address of yours was slow to answer.")
QUIET_NOW = gettext_noop("It waits for the end of the user's quiet hours.")


class Judgement(NamedTuple):
    """The next state of a claimed notice. `SENDING` means: send it now."""

    state: State
    reason: str = ""
    later: datetime | None = None


def send_notice(*, notice_id: int, now: datetime) -> State | None:
    """Send a notice if it is due and not claimed. Return its new state, or None if it was left alone."""
    if not _claim(notice_id, now):
        return None
    notice = Notice.objects.select_related("user").get(pk=notice_id)
    together = [notice]
    try:
        state = _ready(notice, now)
        if state != State.SENDING:
            return state
        together += _claim_other_turns(notice, now)
        address = reader_of(notice.user).address if notice.channel == Channel.MAIL else ""
        # Without an address, one that is held back fails as always, so the failure reveals nothing.
        wanted = [one for one in together if address is None or not is_held_back(one)]
        if len(wanted) > 1:
            address = send_turns(wanted)
        elif wanted:
            address = _deliver(wanted[0], now)
    except NotNow as error:
        return _wait(notice, Judgement(State.DUE, str(error), error.until), now)
    except GivenUp as error:
        log.warning("Notice %s was refused for good: %s", notice.pk, error)
        if error.address:
            mark_address_dead(user=notice.user, address=error.address, reason=str(error), now=now)
        states = [_settle(one, State.FAILED, str(error)[:300], now, address=error.address) for one in together]
    except Exception as error:  # noqa: BLE001 - the ledger records every failure
        states = [_put_off(one, error, now) for one in together]
    else:
        states = [_settle(one, State.SENT, "", now, address=address or "") for one in together]
    return states[0]


def _ready(notice: Notice, now: datetime) -> State | None:
    """Return `SENDING` if a claimed notice may be sent now; otherwise settle it or let it wait."""
    judged = _judge(notice, now)
    if judged.later is not None:
        return _wait(notice, judged, now)
    return judged.state if judged.state == State.SENDING else _settle(notice, judged.state, judged.reason, now)


def _claim_other_turns(notice: Notice, now: datetime) -> list[Notice]:
    """Claim the mails of other turns that are due within the minute, so that one mail tells of all.

    They come a little early, but in a mail that is sent anyway; each would have to wait for its own minute otherwise.
    """
    if (notice.kind, notice.channel) != (Kind.TURN, Channel.MAIL):
        return []
    due = Notice.objects.filter(
        user=notice.user_id, kind=Kind.TURN, channel=Channel.MAIL, state=State.DUE, due_at__lte=now + BETWEEN_MAILS
    )
    found = []
    for key in due.order_by("due_at", "pk").values_list("pk", flat=True)[:AT_ONCE]:
        if due.filter(pk=key).update(state=State.SENDING, claimed_at=now, attempts=F("attempts") + 1):
            other = Notice.objects.select_related("user").get(pk=key)
            if _ready(other, now) == State.SENDING:
                found.append(other)
    return found


@transaction.atomic
def _claim(notice_id: int, now: datetime) -> bool:
    """Claim a due notice. A mail within a minute of the last one waits."""
    # Daily mails are sent in `digests`.
    due = Notice.objects.filter(pk=notice_id, state=State.DUE, due_at__lte=now).exclude(channel=Channel.DIGEST)
    if not due.update(state=State.SENDING, claimed_at=now, attempts=F("attempts") + 1):
        return False
    user_id, channel = Notice.objects.values_list("user_id", "channel").get(pk=notice_id)
    if channel != Channel.MAIL:
        return True
    wait_until = claim_mail(user_id=user_id, now=now)
    if wait_until is None:
        return True
    waiting = Notice.objects.filter(pk=notice_id)
    waiting.update(state=State.DUE, claimed_at=None, attempts=F("attempts") - 1, due_at=wait_until)
    return False


def _judge(notice: Notice, now: datetime) -> Judgement:
    """Check that a claimed notice is still wanted and true, and may ring now."""
    reason = reader_of(notice.user, notice.topic).refusal(notice.kind, Channel(notice.channel))
    if reason:
        return Judgement(State.FAILED if reason == DEAD else State.UNWANTED, reason)
    deadline = deadline_of(notice.context)
    timely = spec_of(notice.kind).timely and deadline is not None
    if timely and deadline is not None and deadline <= now:
        return Judgement(State.STALE, TOO_LATE)
    rings = notice.channel in RINGING and not spec_of(notice.kind).always
    over = notice.user.quiet_over(now) if rings else now
    if over != now:
        return Judgement(State.DUE, QUIET_NOW, over)
    rests = rest_until(user_id=notice.user_id, now=now) if notice.channel in OF_USERS else None
    return Judgement(State.SENDING) if rests is None else Judgement(State.DUE, SLOW_NOW, rests)


def _deliver(notice: Notice, now: datetime) -> str:
    """Deliver a notice, and note how long it takes where the user has named the address."""
    if notice.channel not in OF_USERS:
        return deliver(notice=notice, now=now)
    with note_wait(user_id=notice.user_id, now=now):
        return deliver(notice=notice, now=now)


def _claim_of(notice: Notice) -> QuerySet[Notice]:
    return Notice.objects.filter(pk=notice.pk, state=State.SENDING, attempts=notice.attempts)


def _settle(notice: Notice, state: State, reason: str, now: datetime, *, address: str = "") -> State:
    _claim_of(notice).update(state=state, reason=reason, settled_at=now, address=address)
    return state


def _wait(notice: Notice, judged: Judgement, now: datetime) -> State | None:
    """Release a claimed notice until later, without counting an attempt."""
    if _claim_of(notice).filter(reason=WITHDRAWN).exists():
        return _settle(notice, State.STALE, WITHDRAWN, now)
    _claim_of(notice).update(
        state=State.DUE, reason=judged.reason, due_at=judged.later, claimed_at=None, attempts=notice.attempts - 1
    )
    return None


def _put_off(notice: Notice, error: Exception, now: datetime) -> State:
    """Retry a failed notice later, or give up after the last attempt."""
    reason = f"{type(error).__name__}: {error}"[:300]
    log.warning("Notice %s could not be sent at attempt %s: %s", notice.pk, notice.attempts, reason)
    if _claim_of(notice).filter(reason=WITHDRAWN).exists():
        return _settle(notice, State.STALE, WITHDRAWN, now)
    if notice.attempts >= ATTEMPTS[Channel(notice.channel)]:
        return _settle(notice, State.FAILED, reason, now)
    told = error.wait if isinstance(error, NotTaken) else None
    due_at = now + max(WAITS[notice.attempts - 1], told or timedelta())
    _claim_of(notice).update(state=State.DUE, reason=reason, due_at=due_at, claimed_at=None)
    return State.DUE
