"""Vacations of players: the only module here that knows where they are stored."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta

from django.db.models import Exists, OuterRef

from accounts.hours.vacations import days_off_of, today_of
from accounts.models import User, VacationDay
from matches.clocks.deadlines import Rhythm, deadline

A_DAY = timedelta(days=1)


def away_among(users: Iterable[int], now: datetime) -> frozenset[int]:
    """The players who are on vacation today, each in their own time zone."""
    rows = VacationDay.objects.filter(user__in=list(users), day__range=_today_anywhere(now)).select_related("user")
    return frozenset(row.user_id for row in rows if row.day == today_of(row.user, now))


def possible_absence(now: datetime) -> Exists:
    """The condition for the rows of players who are on vacation today in some time zone."""
    return Exists(VacationDay.objects.filter(user=OuterRef("user"), day__range=_today_anywhere(now)))


def _today_anywhere(now: datetime) -> tuple[date, date]:
    return now.date() - A_DAY, now.date() + A_DAY


def time_over(users: Sequence[User], start: datetime, time: timedelta) -> datetime:
    """When a span of time has passed for all of these players; each player's time stands still on vacation days."""
    off = days_off_of(user_ids=[user.pk for user in users], since=start.date() - A_DAY)
    rhythms = [Rhythm(user.time_zone, days_off=off[user.pk]) for user in users]
    return max((deadline(start, time.total_seconds(), rhythm) for rhythm in rhythms), default=start + time)
