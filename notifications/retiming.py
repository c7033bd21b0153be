"""Notices of a turn whose deadline has moved."""

from collections.abc import Mapping
from datetime import datetime

from accounts.models import User
from notifications.models import Kind, Notice, State


def notices_retime(*, user: User, topic: str, step: int, deadline: datetime, due_at: Mapping[Kind, datetime]) -> None:
    """Let what has not been sent of a turn speak of its new deadline, and take up again what was withdrawn.

    Nothing is told earlier than was planned for a notice that is still due; what was sent stays sent.
    """
    unsent = Notice.objects.filter(user=user, topic=topic, step=step, state__in=(State.DUE, State.STALE))
    for notice in unsent.filter(kind__in=list(due_at)):
        kind = Kind(notice.kind)
        again = notice.state == State.STALE or kind == Kind.REMINDER
        notice.due_at = due_at[kind] if again else notice.due_at
        notice.context = {**notice.context, "deadline": deadline.isoformat()}
        notice.state, notice.reason, notice.settled_at = State.DUE, "", None
        notice.save(update_fields=["due_at", "context", "state", "reason", "settled_at"])
