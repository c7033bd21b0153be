"""The timing of notices: chosen reminders, quiet hours and the daily mail."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from accounts.models import User
from accounts.values.zones import zone_or_utc
from notifications.policy import BEFORE_QUIET, REMINDERS, SHARE


def ring_moment(*, user: User, due_at: datetime, deadline: datetime | None, now: datetime) -> datetime | None:
    """When to notify: after quiet hours, or before them if that is too late, or None if neither is possible."""
    over = user.quiet_over(due_at)
    if over == due_at or deadline is None or over < deadline:
        return over
    before = _quiet_began(user, due_at) - BEFORE_QUIET
    return before if before >= now and user.quiet_over(before) == before else None


def _quiet_began(user: User, moment: datetime) -> datetime:
    """The start of the quiet hours around a moment."""
    zone = zone_or_utc(user.time_zone)
    local = moment.astimezone(zone)
    assert user.quiet_from is not None  # noqa: S101 - a moment is quiet only where hours are set
    day = local.date() if local.time() >= user.quiet_from else local.date() - timedelta(days=1)
    return datetime.combine(day, user.quiet_from, tzinfo=zone)


def reminder_moments(
    marks: Iterable[str], *, share_at: datetime, deadline: datetime | None, now: datetime
) -> Iterator[tuple[str, datetime]]:
    """The chosen reminders still ahead. `share_at` is when a fifth of the time is left."""
    for mark in marks:
        if mark == SHARE:
            yield mark, share_at
        elif deadline is not None and deadline - REMINDERS[mark] > now:
            yield mark, deadline - REMINDERS[mark]


def digest_moment(*, user: User, hour: int, now: datetime) -> datetime:
    """The next occurrence of the user's hour for the daily mail."""
    zone = zone_or_utc(user.time_zone)
    local = now.astimezone(zone)
    today = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    coming = today if today > local else today + timedelta(days=1)
    return user.quiet_over(coming)
