"""Schedule notices, and withdraw those that are no longer true."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypedDict

from django.db import connection, transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from foundation.live import push_news
from foundation.rows import Part, Write, given_pairs, insert_rows, is_among, run
from notifications.channels.subjects import deadline_of
from notifications.enums import RINGING, Channel, State
from notifications.kinds import Kind, spec_of
from notifications.models import Notice
from notifications.policy import LOOKED_FOR_WITHIN
from notifications.queue import enqueue_send_due, enqueue_send_notice
from notifications.readers import DEAD, Reader, readers_by_topic, readers_of
from notifications.timing import digest_moment, reminder_moments, ring_moment

WITHDRAWN = gettext_noop("It was no longer true.")
QUIET = gettext_noop("It would have come in the user's quiet hours, and after them too late.")
DIGEST_TOO_LATE = gettext_noop("The deadline is before the next daily mail.")
# Runs at every answer and twice a round; Django takes ten times as long to write it as a database to carry it out.
# A notice that is due becomes stale. One that is being sent keeps its state, but is not tried again if it fails.
# One that is shown on the page counts as read.
WITHDRAW = """
UPDATE notifications_notice SET
    state = CASE state WHEN 'due' THEN 'stale' ELSE state END,
    settled_at = CASE state WHEN 'due' THEN %s ELSE settled_at END,
    read_at = CASE state WHEN 'sent' THEN %s ELSE read_at END,
    reason = CASE state WHEN 'sent' THEN reason ELSE %s END
WHERE (state IN ('due', 'sending') OR (channel = 'page' AND state = 'sent' AND read_at IS NULL))
"""
# Runs once a round. What was sent, failed or came too late stays for those who look up what became of it.
# No row that `WITHDRAW` changes is among these, so both can run as one.
FORGET = """
DELETE FROM notifications_notice
WHERE ((channel = 'page' AND state = 'sent' AND read_at IS NOT NULL)
    OR state = 'unwanted' OR (state = 'stale' AND attempts = 0 AND reason = %s))
"""


class About(TypedDict, total=False):
    """The content of a notice. It goes into mails, so take it only from what the user may see.

    `title` is a phrase, `path` the page to open, `deadline` ISO 8601 with offset, `text` a sentence.
    """

    title: str
    path: str
    deadline: str
    text: str
    says: str
    """The start of the subject, where the kind's own would be wrong."""
    no_hurry: bool
    """Set where nobody waits for the user: what people read names no deadline then."""
    hidden: bool
    """Set where nobody may know who gets the notice. The admin does not show it."""


class ScheduledNotice(NamedTuple):
    """One notice to one user. A reminder is due when a fifth of the time is left."""

    user: User
    kind: str
    context: About
    due_at: datetime


def schedule_notice(
    *, user: User, kind: str, topic: str, step: int, context: About, due_at: datetime, now: datetime
) -> None:
    """Schedule a notice on every channel the user chose. A second call changes nothing."""
    scheduled = [ScheduledNotice(user, kind, context, due_at)]
    with transaction.atomic():
        known = Notice.objects.filter(user=user, kind=kind, topic=topic, step=step)
        if not known.exists():
            insert_rows(rows_of(topic=topic, step=step, scheduled=scheduled, now=now))
            due = Notice.objects.filter(topic=topic, step=step, user=user, state=State.DUE, due_at__lte=now)
            for notice_id in due.values_list("pk", flat=True):
                enqueue_send_notice(notice_id)
            push_news([user.pk])


def schedule_notices(*, topic: str, step: int, scheduled: Sequence[ScheduledNotice], now: datetime) -> None:
    """Schedule many notices in a few queries. Existing ones stay as they are. One job is queued for the first."""
    schedule_for_topics([(topic, step, scheduled)], now=now)


def schedule_for_topics(turns: Sequence[tuple[str, int, Sequence[ScheduledNotice]]], *, now: datetime) -> None:
    """Schedule the notices of many topics, given with their steps, as `schedule_notices` does those of one."""
    readers = readers_by_topic((topic, entry.user) for topic, _, scheduled in turns for entry in scheduled)
    save_notices(
        [
            row
            for topic, step, scheduled in turns
            for entry in scheduled
            for row in _rows(readers[topic, entry.user.pk], entry, topic=topic, step=step, now=now)
        ],
        now=now,
    )


def save_notices(rows: Sequence[Notice], *, now: datetime) -> None:
    """Insert rows that are not in the ledger yet, and have a worker look in the second in which the first is due."""
    insert_rows(rows)
    waits = [row.due_at - now for row in rows if row.state == State.DUE and row.channel != Channel.DIGEST]
    if waits and min(waits) <= LOOKED_FOR_WITHIN:
        enqueue_send_due(min(waits))


def rows_of(*, topic: str, step: int, scheduled: Sequence[ScheduledNotice], now: datetime) -> list[Notice]:
    """The unsaved ledger rows for these notices, according to the readers' preferences."""
    readers = readers_of(users=[entry.user for entry in scheduled], topic=topic)
    return [row for entry in scheduled for row in _rows(readers[entry.user.pk], entry, topic=topic, step=step, now=now)]


def _rows(reader: Reader, entry: ScheduledNotice, *, topic: str, step: int, now: datetime) -> Iterator[Notice]:
    """The ledger rows for one notice: one for each channel and chosen moment."""
    for channel in Channel:
        reason = reader.refusal(entry.kind, channel)
        # Record why no mail is sent that the user may expect. Other channels have rows only if they were chosen.
        if reason and (channel != Channel.MAIL or reader.never_asked_for(entry.kind, channel)):
            continue
        for mark, moment in _moments(reader, entry, now):
            row = Notice(
                user=reader.user,
                kind=str(entry.kind),
                channel=channel,
                topic=topic,
                step=step,
                mark=mark,
                context=dict(entry.context),
                due_at=moment,
                made_at=now,
            )
            _settle_at_once(row, reader, entry, reason, now)
            yield row


def _moments(reader: Reader, entry: ScheduledNotice, now: datetime) -> Iterator[tuple[str, datetime]]:
    if entry.kind == Kind.REMINDER:
        deadline = deadline_of(entry.context)
        yield from reminder_moments(reader.reminders, share_at=entry.due_at, deadline=deadline, now=now)
    else:
        yield "", entry.due_at


def _settle_at_once(row: Notice, reader: Reader, entry: ScheduledNotice, reason: str, now: datetime) -> None:
    """Set when a new row is due, or why it is never sent."""
    deadline = deadline_of(entry.context)
    if reason:
        row.state, row.reason = (State.FAILED if reason == DEAD else State.UNWANTED), reason
    elif row.channel == Channel.PAGE:
        # Shown at once, but a reminder only at its moment.
        if row.kind != Kind.REMINDER or row.due_at <= now:
            row.state, row.due_at = State.SENT, now
    elif row.channel == Channel.DIGEST:
        row.due_at = digest_moment(user=reader.user, hour=reader.digest_hour, now=now)
        if deadline is not None and deadline <= row.due_at:
            row.state, row.reason = State.WITHHELD, DIGEST_TOO_LATE
    elif row.channel in RINGING and not spec_of(entry.kind).always:
        moment = ring_moment(user=reader.user, due_at=row.due_at, deadline=deadline, now=now)
        if moment is None:
            row.state, row.reason = State.WITHHELD, QUIET
        else:
            row.due_at = moment
    if row.state != State.DUE:
        row.settled_at = now


def withdraw_notices(
    *,
    topic: str,
    now: datetime,
    before_step: int | None = None,
    user: User | None = None,
    users: Sequence[int] | None = None,
    kinds: tuple[str, ...] = (),
) -> int:
    """Withdraw unsent notices about a topic, of earlier steps, some users or some kinds. Return their number.

    Notices on the page are marked as read.
    """
    narrowed: list[Part] = [("topic = %s", [topic])]
    if before_step is not None:
        narrowed.append(("step < %s", [before_step]))
    if user is not None or users is not None:
        narrowed.append(is_among("user_id", [user.pk] if user is not None else users or []))
    if kinds:
        narrowed.append(is_among("kind", map(str, kinds)))
    return run(_withdrawal(narrowed, now))


def withdraw_from_topics(*, users: Mapping[str, Sequence[int]], kinds: Sequence[str], now: datetime) -> int:
    """Withdraw unsent notices of these kinds to these users of many topics, as `withdraw_notices` does of one."""
    writes = withdrawal_from_topics(users=users, kinds=kinds, now=now)
    return sum(map(run, writes))


def withdrawal_from_topics(*, users: Mapping[str, Sequence[int]], kinds: Sequence[str], now: datetime) -> list[Write]:
    """Return what `withdraw_from_topics` runs: nothing without users."""
    pairs = [(topic, user) for topic, some in users.items() for user in some]
    if not pairs:
        return []
    given, values = given_pairs(("text", "bigint"), pairs)
    return [_withdrawal([(f"(topic, user_id) IN ({given})", values), is_among("kind", map(str, kinds))], now)]


def forgetting_of_topics(topics: Sequence[str], kinds: Sequence[str]) -> list[Write]:
    """Return what deletes the notices of these kinds about topics that were on the page or never to be sent.

    Only for kinds that are never planned again: the rows of others keep a notice from coming twice.
    """
    if not topics:
        return []
    narrowed = [is_among("topic", topics), is_among("kind", map(str, kinds))]
    values = [WITHDRAWN, *(value for _, values in narrowed for value in values)]
    return [Write(" AND ".join([FORGET, *(test for test, _ in narrowed)]), values)]


def _withdrawal(narrowed: Sequence[Part], now: datetime) -> Write:
    moment = connection.ops.adapt_datetimefield_value(now)
    return Write(
        " AND ".join([WITHDRAW, *(test for test, _ in narrowed)]),
        [moment, moment, WITHDRAWN, *(value for _, values in narrowed for value in values)],
    )
