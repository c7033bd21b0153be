"""Vacation: days on which a user's clocks stop. Each must be taken before it begins."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta
from functools import cache

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext

from accounts.models import User, VacationDay
from accounts.signals import hours_changed
from accounts.values import hour_bounds
from accounts.values.zones import zone_or_utc
from foundation.errors import Refused
from foundation.kept_queries import KeptQuery, given

FARTHEST = timedelta(days=366)


def today_of(user: User, now: datetime) -> date:
    """The current date in the user's zone."""
    return now.astimezone(zone_or_utc(user.time_zone)).date()


@transaction.atomic
def take_vacation(*, user: User, first: date, last: date, now: datetime) -> int:
    """Take every day of a span off, all or none. Return the number of new days.

    Raises `Refused` if the span has begun, is too far away or exceeds the days of a year.
    """
    holder = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    today, most = today_of(holder, now), hour_bounds.HABITS.vacation_days
    if first <= today:
        raise Refused(
            "vacation_too_early", gettext("Vacation begins tomorrow at the earliest. Choose a later first day.")
        )
    if last < first:
        raise Refused("vacation_backwards", gettext("The last day is before the first. Change one of them."))
    if last > today + FARTHEST:
        raise Refused("vacation_too_far", gettext("Choose days within a year from now."))
    span = {first + timedelta(days=number) for number in range((last - first).days + 1)}
    taken = set(VacationDay.objects.filter(user=holder).values_list("day", flat=True))
    fresh = sorted(span - taken)
    counted = Counter(day.year for day in [*taken, *fresh])
    for year in sorted({day.year for day in fresh}):
        if counted[year] > most:
            words = gettext("That would be {counted} days in {year}, and a year has {most}. Choose fewer.").format(
                counted=counted[year], year=year, most=most
            )
            raise Refused("vacation_too_many", words)
    VacationDay.objects.bulk_create(VacationDay(user=holder, day=day) for day in fresh)
    hours_changed.send(sender=User, user_id=holder.pk)
    return len(fresh)


@transaction.atomic
def give_back_vacation(*, user: User, first: date, last: date, now: datetime) -> int:
    """Give back the days of a span that have not begun. Return their number."""
    holder = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    days = VacationDay.objects.filter(user=holder, day__range=(first, last), day__gt=today_of(holder, now))
    count, _ = days.delete()
    if count:
        hours_changed.send(sender=User, user_id=holder.pk)
    return count


def vacation_left(*, user: User, year: int) -> int:
    """The number of vacation days that a user has left in a year."""
    return hour_bounds.HABITS.vacation_days - VacationDay.objects.filter(user=user, day__year=year).count()


def vacation_spans(*, user: User, since: date) -> list[tuple[date, date]]:
    """A user's vacation from a day on, as spans of first and last day."""
    spans: list[tuple[date, date]] = []
    for day in VacationDay.objects.filter(user=user, day__gte=since).values_list("day", flat=True):
        if spans and day - spans[-1][1] == timedelta(days=1):
            spans[-1] = (spans[-1][0], day)
        else:
            spans.append((day, day))
    return spans


@cache
def _days_of(many: int) -> KeptQuery[VacationDay]:
    """The query for the vacation of this many users; every round asks for its players'."""
    theirs = Q(*[("user_id", given(f"user{at}")) for at in range(many)], _connector=Q.OR)
    return KeptQuery(lambda: VacationDay.objects.filter(theirs, day__gte=given("since")))


def days_off_of(*, user_ids: Collection[int], since: date) -> Mapping[int, frozenset[date]]:
    """The vacation days of many users from a day on. Users without vacation get an empty set."""
    found: dict[int, set[date]] = defaultdict(set)
    numbers = {f"user{at}": user_id for at, user_id in enumerate(user_ids)}
    for row in _days_of(len(numbers)).rows(**numbers, since=since) if numbers else ():
        found[row.user_id].add(row.day)
    return {user_id: frozenset(found.get(user_id, ())) for user_id in user_ids}
