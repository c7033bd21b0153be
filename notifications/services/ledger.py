"""Notices are planned with what they tell of, and withdrawn when it is no longer true."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple, TypedDict

from django.db import transaction
from django.db.models import Case, F, Q, Value, When

from accounts.models import User
from notifications.hints import hint_send
from notifications.kinds import Kind, sort_of
from notifications.live import news_came
from notifications.models import Notice
from notifications.terms import RINGING, Channel, State
from notifications.timing import digest_moment, reminder_moments, ring_moment
from notifications.wishes import DEAD, Reader, readers_of

WITHDRAWN = "It was no longer true."
QUIET = "It would have come in the user's quiet hours, and after them too late."
DIGEST_TOO_LATE = "The deadline is before the next daily mail."
UNSENT = (State.DUE, State.SENDING)


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


class Planned(NamedTuple):
    """One thing to tell one user; a reminder is due when a fifth of the time is left."""

    user: User
    kind: str
    context: About
    due_at: datetime


def notice_plan(
    *, user: User, kind: str, topic: str, step: int, context: About, due_at: datetime, now: datetime
) -> None:
    """Write down that a user is to be told something, by each channel they chose; a second time changes nothing."""
    planned = [Planned(user, kind, context, due_at)]
    with transaction.atomic():
        known = Notice.objects.filter(user=user, kind=kind, topic=topic, step=step)
        if not known.exists():
            notices_plan(topic=topic, step=step, planned=planned, now=now)
            _hint_due(topic=topic, step=step, users=[user.pk], now=now)


def notices_plan(*, topic: str, step: int, planned: Sequence[Planned], now: datetime) -> None:
    """Write down many notices in two statements; those written before stay as they are. No hint is given."""
    notices_save(rows_of(topic=topic, step=step, planned=planned, now=now))


def notices_save(rows: Sequence[Notice]) -> None:
    """Write down rows that are not in the ledger yet."""
    Notice.objects.bulk_create(rows, ignore_conflicts=True)


def rows_of(*, topic: str, step: int, planned: Sequence[Planned], now: datetime) -> list[Notice]:
    """The ledger's rows for what is to be told, by what its readers wish; nothing is written."""
    readers = readers_of(users={plan.user.pk for plan in planned}, topic=topic)
    return [
        row
        for plan in planned
        if plan.user.pk in readers
        for row in _rows(readers[plan.user.pk], plan, topic=topic, step=step, now=now)
    ]


def _hint_due(*, topic: str, step: int, users: list[int], now: datetime) -> None:
    due = Notice.objects.filter(topic=topic, step=step, user__in=users, state=State.DUE, due_at__lte=now)
    for notice_id in due.values_list("pk", flat=True):
        hint_send(notice_id=notice_id)
    news_came(users)


def _deadline(context: About) -> datetime | None:
    written = context.get("deadline")
    return datetime.fromisoformat(written) if written else None


def _rows(reader: Reader, plan: Planned, *, topic: str, step: int, now: datetime) -> Iterator[Notice]:
    """The ledger's rows for one thing to tell: one for each channel and chosen moment."""
    for channel in Channel:
        reason = reader.refusal(plan.kind, channel)
        # That no mail comes is written down with the reason; of other channels only what was chosen.
        if reason and channel != Channel.MAIL:
            continue
        for mark, moment in _moments(reader, plan, now):
            row = Notice(
                user=reader.user,
                kind=str(plan.kind),
                channel=channel,
                topic=topic,
                step=step,
                mark=mark,
                context=dict(plan.context),
                due_at=moment,
                made_at=now,
            )
            _settle_at_once(row, reader, plan, reason, now)
            yield row


def _moments(reader: Reader, plan: Planned, now: datetime) -> Iterator[tuple[str, datetime]]:
    if plan.kind == Kind.REMINDER:
        deadline = _deadline(plan.context)
        yield from reminder_moments(reader.reminders, share_at=plan.due_at, deadline=deadline, now=now)
    else:
        yield "", plan.due_at


def _settle_at_once(row: Notice, reader: Reader, plan: Planned, reason: str, now: datetime) -> None:
    """Say of a new row when it is due, or why it never will be."""
    if reason:
        row.state, row.reason = (State.FAILED if reason == DEAD else State.UNWANTED), reason
    elif row.channel == Channel.PAGE:
        _due_on_page(row, now)
    elif row.channel == Channel.DIGEST:
        _due_with_digest(row, reader, _deadline(plan.context), now)
    elif row.channel in RINGING and not sort_of(plan.kind).always:
        _due_to_ring(row, reader, _deadline(plan.context), now)
    if row.state != State.DUE:
        row.settled_at = now


def _due_on_page(row: Notice, now: datetime) -> None:
    """The page tells at once; a reminder waits for its moment there too."""
    if row.kind != Kind.REMINDER or row.due_at <= now:
        row.state, row.due_at = State.SENT, now


def _due_with_digest(row: Notice, reader: Reader, deadline: datetime | None, now: datetime) -> None:
    row.due_at = digest_moment(user=reader.user, hour=reader.digest_hour, now=now)
    if deadline is not None and deadline <= row.due_at:
        row.state, row.reason = State.WITHHELD, DIGEST_TOO_LATE


def _due_to_ring(row: Notice, reader: Reader, deadline: datetime | None, now: datetime) -> None:
    moment = ring_moment(user=reader.user, due_at=row.due_at, deadline=deadline, now=now)
    if moment is None:
        row.state, row.reason = State.WITHHELD, QUIET
    else:
        row.due_at = moment


def notices_withdraw(
    *,
    topic: str,
    now: datetime,
    before_step: int | None = None,
    user: User | None = None,
    users: Sequence[int] | None = None,
    kinds: tuple[str, ...] = (),
) -> int:
    """Take back what has not been sent of a topic: of earlier steps, of some users or kinds; how many.

    What stands on the page already counts as read.
    """
    on_page = Q(channel=Channel.PAGE, state=State.SENT, read_at=None)
    taken = Notice.objects.filter(Q(state__in=UNSENT) | on_page, topic=topic)
    if before_step is not None:
        taken = taken.filter(step__lt=before_step)
    if user is not None:
        taken = taken.filter(user=user)
    if users is not None:
        taken = taken.filter(user__in=users)
    if kinds:
        taken = taken.filter(kind__in=[str(kind) for kind in kinds])
    # What is being sent at this moment is marked, so that it is not tried again should that fail.
    was_due, was_shown = Q(state=State.DUE), Q(state=State.SENT)
    return taken.update(
        state=Case(When(was_due, then=Value(State.STALE)), default=F("state")),
        settled_at=Case(When(was_due, then=Value(now)), default=F("settled_at")),
        read_at=Case(When(was_shown, then=Value(now)), default=F("read_at")),
        reason=Case(When(was_shown, then=F("reason")), default=Value(WITHDRAWN)),
    )
