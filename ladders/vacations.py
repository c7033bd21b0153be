"""Whether someone is on vacation: the one place here that knows where vacations are kept."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from accounts.models import User, VacationDay
from accounts.vacations import today_of

A_DAY = timedelta(days=1)


def away_among(users: Iterable[int], now: datetime) -> frozenset[int]:
    """Those of these players for whom it is a day of vacation, each in their own zone."""
    days = (now.date() - A_DAY, now.date() + A_DAY)
    rows = VacationDay.objects.filter(user__in=list(users), day__range=days).select_related("user")
    return frozenset(row.user_id for row in rows if row.day == today_of(row.user, now))


def on_vacation(user: User, now: datetime) -> bool:
    """Whether it is a day of vacation for a player."""
    return user.pk in away_among([user.pk], now)
