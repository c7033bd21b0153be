"""Reschedule the notices of a turn after a pause or with a new deadline, or reword them."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q

from notifications.enums import UNCERTAIN, Channel, State
from notifications.models import Notice
from notifications.policy import ONCE_MORE
from notifications.services.ledger import WITHDRAWN, ScheduledNotice, rows_of, save_notices

NOT_SENT = (State.DUE, State.STALE)
CAME_TO_NOTHING = (State.FAILED, State.BOUNCED)

Key = tuple[int, str, str, str]


def reschedule_notices(
    *, topic: str, step: int, scheduled: Sequence[ScheduledNotice], now: datetime, failed_too: bool = False
) -> None:
    """Schedule notices again that were withdrawn or have a new deadline. Sent ones are not repeated.

    `failed_too`: also repeat notices that no channel could deliver.
    """
    known = Notice.objects.filter(topic=topic, step=step, user__in={entry.user.pk for entry in scheduled})
    for entry in scheduled:
        own = known.filter(user=entry.user, kind=entry.kind)
        own.filter(attempts=0, state__in=(*NOT_SENT, State.WITHHELD)).delete()
        # Update the notice on the page with the new deadline.
        own.filter(channel=Channel.PAGE).update(context=dict(entry.context), read_at=None)
    left = {_key(row): row for row in known}
    new: list[Notice] = []
    for row in rows_of(topic=topic, step=step, scheduled=scheduled, now=now):
        earlier = left.get(_key(row))
        if earlier is None:
            new.append(row)
        elif earlier.attempts and earlier.state in NOT_SENT:
            # It failed so far: continue with the current facts, and no sooner than before.
            untouched = Notice.objects.filter(pk=earlier.pk, state=earlier.state, attempts=earlier.attempts)
            untouched.update(
                state=row.state,
                reason=row.reason or ("" if earlier.reason == WITHDRAWN else earlier.reason),
                context=row.context,
                due_at=max(earlier.due_at, row.due_at),
                settled_at=row.settled_at,
            )
        elif failed_too and earlier.state in CAME_TO_NOTHING and earlier.reason != UNCERTAIN and row.state == State.DUE:
            row.mark += ONCE_MORE
            new.append(row)
    save_notices(new, now=now)


def reword_notices(*, topic: str, step: int, scheduled: Sequence[ScheduledNotice]) -> None:
    """Give notices that are still to come, and those on the page, the words of these."""
    to_come = Notice.objects.filter(Q(state=State.DUE) | Q(channel=Channel.PAGE), topic=topic, step=step)
    for entry in scheduled:
        to_come.filter(user=entry.user, kind=entry.kind).update(context=dict(entry.context))


def _key(row: Notice) -> Key:
    return row.user_id, str(row.kind), str(row.channel), row.mark
