"""The same turn is asked for anew, after a pause or with another deadline: its notices are planned anew with it."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import QuerySet

from notifications.models import Notice
from notifications.policy import ONCE_MORE
from notifications.services.ledger import WITHDRAWN, Planned, notices_save, rows_of
from notifications.terms import UNCERTAIN, Channel, State

NOT_SENT = (State.DUE, State.STALE)
CAME_TO_NOTHING = (State.FAILED, State.BOUNCED)

Key = tuple[int, str, str, str]


def notices_plan_again(
    *, topic: str, step: int, planned: Sequence[Planned], now: datetime, failed_too: bool = False
) -> None:
    """Plan anew what was withdrawn or has another deadline now; what was sent is not sent a second time.

    `failed_too`: also tell once more what no channel could.
    """
    known = Notice.objects.filter(topic=topic, step=step, user__in={plan.user.pk for plan in planned})
    for plan in planned:
        _forget_untried(known.filter(user=plan.user, kind=plan.kind), plan)
    left = {_key(row): row for row in known}
    new: list[Notice] = []
    for row in rows_of(topic=topic, step=step, planned=planned, now=now):
        earlier = left.get(_key(row))
        if earlier is None:
            new.append(row)
        elif earlier.attempts and earlier.state in NOT_SENT:
            _try_on(earlier, row)
        elif failed_too and _came_to_nothing(earlier) and row.state == State.DUE:
            row.mark += ONCE_MORE
            new.append(row)
    notices_save(new)


def _came_to_nothing(notice: Notice) -> bool:
    return notice.state in CAME_TO_NOTHING and notice.reason != UNCERTAIN


def _key(row: Notice) -> Key:
    return row.user_id, str(row.kind), str(row.channel), row.mark


def _forget_untried(own: QuerySet[Notice], plan: Planned) -> None:
    own.filter(attempts=0, state__in=(*NOT_SENT, State.WITHHELD)).delete()
    # What is on the page already speaks of the new deadline.
    own.filter(channel=Channel.PAGE).update(context=dict(plan.context), read_at=None)


def _try_on(earlier: Notice, row: Notice) -> None:
    """Let a notice that was tried in vain go on being tried, with what is true now, and no sooner than it would be."""
    untouched = Notice.objects.filter(pk=earlier.pk, state=earlier.state, attempts=earlier.attempts)
    untouched.update(
        state=row.state,
        reason=row.reason or ("" if earlier.reason == WITHDRAWN else earlier.reason),
        context=row.context,
        due_at=max(earlier.due_at, row.due_at),
        settled_at=row.settled_at,
    )
