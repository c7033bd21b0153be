"""What is done to notices: planned, withdrawn, sent once."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, TypedDict

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, Value, When

from accounts.models import User
from notifications.hints import hint_send
from notifications.mails import deadline_of, mail_of
from notifications.models import Channel, Kind, Notice, Pace, State
from notifications.selectors import UNCERTAIN_AFTER, notices_due
from notifications.wishes import refusal

log = logging.getLogger(__name__)

ATTEMPTS = 5
# How long to wait after the first, second, third and fourth failure.
WAITS = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
PACE = timedelta(minutes=1)
AT_ONCE = 50
UNCERTAIN = "Sending began and did not end: the mail may have arrived, so it is not sent again."
TOO_LATE = "The deadline passed before the mail was sent."
WITHDRAWN = "It was no longer true."


class About(TypedDict, total=False):
    """What a notice says. It stands in mails, so it holds no secret: take it from what the user may see.

    The title is a phrase, the path that of the page to open, the deadline ISO 8601 with offset, the text a sentence.
    """

    title: str
    path: str
    deadline: str
    text: str
    hidden: bool
    """Set where nobody may know who is told of it: such notices show in no page of the operator."""


def notice_plan(
    *, user: User, kind: Kind, topic: str, step: int, context: About, due_at: datetime, now: datetime
) -> Notice:
    """Write down that a user is to be told something by mail; a second time changes nothing."""
    reason = refusal(user=user, kind=kind)
    written = {
        "context": dict(context),
        "due_at": due_at,
        "made_at": now,
        "state": State.UNWANTED if reason else State.DUE,
        "reason": reason,
        "settled_at": now if reason else None,
    }
    notice, new = Notice.objects.get_or_create(
        user=user, kind=kind, topic=topic, step=step, channel=Channel.MAIL, defaults=written
    )
    if new and not reason and due_at <= now:
        hint_send(notice_id=notice.pk)
    return notice


class Planned(NamedTuple):
    """One notice of many that are planned together."""

    user: User
    kind: Kind
    context: About
    due_at: datetime


def notices_plan(*, topic: str, step: int, planned: Sequence[Planned], now: datetime) -> None:
    """Write down many notices in two statements; those written before stay as they are. All are due later."""
    users = {plan.user.pk for plan in planned}
    confirmed = set(EmailAddress.objects.filter(user__in=users, verified=True).values_list("user_id", flat=True))
    rows = [
        _row(topic, step, plan, refusal(user=plan.user, kind=plan.kind, confirmed=plan.user.pk in confirmed), now)
        for plan in planned
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)


def _row(topic: str, step: int, plan: Planned, reason: str, now: datetime) -> Notice:
    return Notice(
        user=plan.user,
        kind=plan.kind,
        topic=topic,
        step=step,
        context=dict(plan.context),
        due_at=plan.due_at,
        made_at=now,
        state=State.UNWANTED if reason else State.DUE,
        reason=reason,
        settled_at=now if reason else None,
    )


def notices_withdraw(
    *,
    topic: str,
    now: datetime,
    before_step: int | None = None,
    user: User | None = None,
    users: Sequence[int] | None = None,
    kinds: tuple[Kind, ...] = (),
) -> int:
    """Take back what has not been sent of a topic: of earlier steps, of some users or kinds; how many."""
    taken = Notice.objects.filter(topic=topic, state__in=(State.DUE, State.SENDING))
    if before_step is not None:
        taken = taken.filter(step__lt=before_step)
    if user is not None:
        taken = taken.filter(user=user)
    if users is not None:
        taken = taken.filter(user__in=users)
    if kinds:
        taken = taken.filter(kind__in=kinds)
    # What is being sent at this moment is marked, so that it is not tried again should that fail.
    was_due = Q(state=State.DUE)
    return taken.update(
        state=Case(When(was_due, then=Value(State.STALE)), default=F("state")),
        settled_at=Case(When(was_due, then=Value(now)), default=F("settled_at")),
        reason=WITHDRAWN,
    )


def notice_send(*, notice_id: int, now: datetime) -> State | None:
    """Send a notice if it is due and nobody else is sending it; its state afterwards, None if it was left alone."""
    if not _claim(notice_id, now):
        return None
    notice = Notice.objects.select_related("user").get(pk=notice_id)
    try:
        state, reason = _judge(notice, now)
        if state != State.SENDING:
            return _settle(notice, state, reason, now)
        mail_of(notice=notice).send()
    except Exception as error:  # noqa: BLE001 - whatever goes wrong with one mail, the ledger must say so
        return _put_off(notice, error, now)
    return _settle(notice, State.SENT, "", now)


@transaction.atomic
def _claim(notice_id: int, now: datetime) -> bool:
    """Take a due notice for oneself, unless its user has had a mail within the minute: then it waits."""
    due = Notice.objects.filter(pk=notice_id, state=State.DUE, due_at__lte=now)
    if not due.update(state=State.SENDING, claimed_at=now, attempts=F("attempts") + 1):
        return False
    user_id = Notice.objects.values_list("user_id", flat=True).get(pk=notice_id)
    pace, first = Pace.objects.get_or_create(user_id=user_id, defaults={"last_at": now})
    if first or Pace.objects.filter(pk=pace.pk, last_at__lte=now - PACE).update(last_at=now):
        return True
    pace.refresh_from_db()
    waiting = Notice.objects.filter(pk=notice_id)
    waiting.update(state=State.DUE, claimed_at=None, attempts=F("attempts") - 1, due_at=pace.last_at + PACE)
    return False


def _judge(notice: Notice, now: datetime) -> tuple[State, str]:
    """Whether a claimed notice is still wanted and true."""
    if reason := refusal(user=notice.user, kind=Kind(notice.kind)):
        return State.UNWANTED, reason
    deadline = deadline_of(notice)
    if deadline is not None and deadline <= now and notice.kind != Kind.OVER:
        return State.STALE, TOO_LATE
    return State.SENDING, ""


def _claimed(notice: Notice) -> QuerySet[Notice]:
    return Notice.objects.filter(pk=notice.pk, state=State.SENDING, attempts=notice.attempts)


def _settle(notice: Notice, state: State, reason: str, now: datetime) -> State:
    _claimed(notice).update(state=state, reason=reason, settled_at=now)
    return state


def _put_off(notice: Notice, error: Exception, now: datetime) -> State:
    """After a failure try later, or after the last one give up."""
    reason = f"{type(error).__name__}: {error}"[:300]
    log.warning("Notice %s could not be sent at attempt %s: %s", notice.pk, notice.attempts, reason)
    if _claimed(notice).filter(reason=WITHDRAWN).exists():
        return _settle(notice, State.STALE, WITHDRAWN, now)
    if notice.attempts >= ATTEMPTS:
        return _settle(notice, State.FAILED, reason, now)
    due_at = now + WAITS[notice.attempts - 1]
    _claimed(notice).update(state=State.DUE, reason=reason, due_at=due_at, claimed_at=None)
    return State.DUE


def notices_sweep(*, now: datetime) -> int:
    """Send what is due and settle what was left half sent; how many were sent. Stops at the first failure."""
    half_sent = Notice.objects.filter(state=State.SENDING, claimed_at__lte=now - UNCERTAIN_AFTER)
    half_sent.update(state=State.FAILED, reason=UNCERTAIN, settled_at=now)
    sent = 0
    for notice_id in notices_due(now=now, limit=AT_ONCE):
        state = notice_send(notice_id=notice_id, now=now)
        sent += state == State.SENT
        if state in (State.DUE, State.FAILED):
            # The mail server is likely down: the rest would each wait for it in vain.
            break
    return sent
