"""Whether someone is on vacation: the one place here that knows where vacations are kept."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from accounts.models import User, VacationDay
from accounts.vacations import days_off_of, today_of
from games.clocks import Rhythm, deadline

A_DAY = timedelta(days=1)


def away_among(users: Iterable[int], now: datetime) -> frozenset[int]:
    """Those of these players for whom it is a day of vacation, each in their own zone."""
    days = (now.date() - A_DAY, now.date() + A_DAY)
    rows = VacationDay.objects.filter(user__in=list(users), day__range=days).select_related("user")
    return frozenset(row.user_id for row in rows if row.day == today_of(row.user, now))


def on_vacation(user: User, now: datetime) -> bool:
    """Whether it is a day of vacation for a player."""
    return user.pk in away_among([user.pk], now)


def time_over(users: Sequence[User], start: datetime, time: timedelta) -> datetime:
    """When a span of time has run for all of these players: each one's stands still on their days of vacation."""
    off = days_off_of(user_ids=[user.pk for user in users], since=start.date() - A_DAY)
    rhythms = [Rhythm(user.time_zone, days_off=off[user.pk]) for user in users]
    return max((deadline(start, time.total_seconds(), rhythm) for rhythm in rhythms), default=start + time)
