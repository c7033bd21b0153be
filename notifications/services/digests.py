"""The daily mail, built when it is sent from the notices that are still true."""

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_noop

from accounts.models import User
from notifications.channels import GivenUp
from notifications.channels.by_mail import send_digest
from notifications.channels.subjects import deadline_of
from notifications.enums import Channel, State
from notifications.held_back import is_held_back
from notifications.models import Notice, NoticePreferences
from notifications.policy import ATTEMPTS, DIGEST_PAUSE, WAITS
from notifications.readers import DEAD, reader_of
from notifications.services.dead_addresses import mark_address_dead
from notifications.services.last_mail import claim_mail
from notifications.services.ledger import WITHDRAWN

log = logging.getLogger(__name__)
TOO_LATE = gettext_noop("The deadline passed before the daily mail.")
Settle = Callable[[list[Notice], State, str], None]


def send_digest_of(*, user_id: int, now: datetime) -> State | None:
    """Send a user's daily mail if it is due. Return its state, or None if nothing was sent."""
    user = User.objects.get(pk=user_id)
    claimed = _claim(user, now)
    true = []
    for notice in claimed:
        refusal = reader_of(user, notice.topic).refusal(notice.kind, Channel.DIGEST)
        deadline = deadline_of(notice.context)
        if refusal:
            _settle([notice], State.FAILED if refusal == DEAD else State.UNWANTED, refusal, now)
        elif deadline is not None and deadline <= now:
            _settle([notice], State.STALE, TOO_LATE, now)
        else:
            true.append(notice)
    if not true:
        return None
    try:
        wanted = [notice for notice in true if not is_held_back(notice)]
        reader = reader_of(user)
        address = send_digest(reader=reader, notices=wanted) if wanted else reader.address or ""
    except GivenUp as error:
        if error.address:
            mark_address_dead(user=user, address=error.address, reason=str(error), now=now)
        return _settle(true, State.FAILED, str(error), now)
    except Exception as error:  # noqa: BLE001 - the ledger records every failure
        return _put_off(true, error, now)
    return _settle(true, State.SENT, "", now, address=address)


@transaction.atomic
def _claim(user: User, now: datetime) -> list[Notice]:
    """Claim all notices due in a user's daily mail, unless today's was sent or it must wait."""
    # Two senders wait for each other on the row of preferences.
    wanted, _ = NoticePreferences.objects.select_for_update().get_or_create(user=user)
    due = Notice.objects.filter(user=user, channel=Channel.DIGEST, state=State.DUE, due_at__lte=now)
    if not due.exists():
        return []
    later = _not_before(user, wanted, now)
    if later is not None:
        due.update(due_at=later)
        return []
    keys = list(due.values_list("pk", flat=True))
    NoticePreferences.objects.filter(pk=wanted.pk).update(digested_at=now)
    Notice.objects.filter(pk__in=keys).update(state=State.SENDING, claimed_at=now, attempts=F("attempts") + 1)
    return list(Notice.objects.filter(pk__in=keys).select_related("user").order_by("due_at", "pk"))


def _not_before(user: User, wanted: NoticePreferences, now: datetime) -> datetime | None:
    """When the daily mail may be sent, or None for now."""
    if wanted.digested_at is not None and now < wanted.digested_at + DIGEST_PAUSE:
        # Not until the next day's hour: after a mail that went out late, a day would have none.
        return user.quiet_over(wanted.digested_at + DIGEST_PAUSE)
    over = user.quiet_over(now)
    return over if over != now else claim_mail(user_id=user.pk, now=now)


def _settle(notices: list[Notice], state: State, reason: str, now: datetime, *, address: str = "") -> State:
    claimed = Notice.objects.filter(pk__in=[notice.pk for notice in notices], state=State.SENDING)
    claimed.update(state=state, reason=reason[:300], settled_at=now, address=address)
    return state


def _put_off(notices: list[Notice], error: Exception, now: datetime) -> State:
    """Retry the mail later after a failure. It may then hold less, but nothing twice."""
    reason = f"{type(error).__name__}: {error}"
    log.warning("The daily mail of user %s could not be sent: %s", notices[0].user_id, reason)
    NoticePreferences.objects.filter(user=notices[0].user_id).update(digested_at=None)
    given_up = [notice for notice in notices if notice.attempts >= ATTEMPTS[Channel.DIGEST]]
    again = [notice for notice in notices if notice not in given_up]
    _settle(given_up, State.FAILED, reason, now)
    claimed = Notice.objects.filter(pk__in=[notice.pk for notice in again], state=State.SENDING)
    claimed.filter(reason=WITHDRAWN).update(state=State.STALE, settled_at=now)
    if again:
        due_at = now + WAITS[min(notice.attempts for notice in again) - 1]
        claimed.update(state=State.DUE, reason=reason[:300], due_at=due_at, claimed_at=None)
    return State.DUE
