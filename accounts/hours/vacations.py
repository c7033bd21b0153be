"""Vacation: days on which a user's clocks stand still, granted one by one and before they begin."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts import habits
from accounts.hints import habits_changed
from accounts.models import User, VacationDay
from accounts.zones import zone_or_utc

FARTHEST = timedelta(days=366)


def today_of(user: User, now: datetime) -> date:
    """The day that it is for a user."""
    return now.astimezone(zone_or_utc(user.time_zone)).date()


@transaction.atomic
def vacation_take(*, user: User, first: date, last: date, now: datetime) -> int:
    """Grant every day of a span that is none yet; how many were. All or none, and none that has begun.

    Raises `ValidationError` in one sentence.
    """
    holder = User.objects.select_for_update().get(pk=user.pk)
    _refuse_span(first, last, today_of(holder, now))
    span = {first + timedelta(days=number) for number in range((last - first).days + 1)}
    taken = set(VacationDay.objects.filter(user=holder).values_list("day", flat=True))
    fresh = sorted(span - taken)
    _refuse_too_many(Counter(day.year for day in [*taken, *fresh]), {day.year for day in fresh})
    VacationDay.objects.bulk_create(VacationDay(user=holder, day=day) for day in fresh)
    habits_changed(user_id=holder.pk)
    return len(fresh)


def _refuse_span(first: date, last: date, today: date) -> None:
    if first <= today:
        raise ValidationError("Vacation begins tomorrow at the earliest. Choose a later first day.", code="too_early")
    if last < first:
        raise ValidationError("The last day is before the first. Change one of them.", code="backwards")
    if last > today + FARTHEST:
        raise ValidationError("Choose days within a year from now.", code="too_far")


def _refuse_too_many(counted: Mapping[int, int], years: Collection[int]) -> None:
    most = habits.HABITS.vacation_days
    for year in sorted(years):
        if counted[year] > most:
            words = f"That would be {counted[year]} days in {year}, and a year has {most}. Choose fewer."
            raise ValidationError(words, code="too_many")


@transaction.atomic
def vacation_give_back(*, user: User, first: date, last: date, now: datetime) -> int:
    """Take back the days of a span that have not begun; how many there were. A day that has begun is used."""
    holder = User.objects.select_for_update().get(pk=user.pk)
    days = VacationDay.objects.filter(user=holder, day__range=(first, last), day__gt=today_of(holder, now))
    count, _ = days.delete()
    if count:
        habits_changed(user_id=holder.pk)
    return count


def vacation_left(*, user: User, year: int) -> int:
    """How many vacation days of a year a user has not taken."""
    return habits.HABITS.vacation_days - VacationDay.objects.filter(user=user, day__year=year).count()


def vacation_spans(*, user: User, since: date) -> list[tuple[date, date]]:
    """The vacation of a user from a day on, as first and last days of what hangs together."""
    spans: list[tuple[date, date]] = []
    for day in VacationDay.objects.filter(user=user, day__gte=since).values_list("day", flat=True):
        if spans and day - spans[-1][1] == timedelta(days=1):
            spans[-1] = (spans[-1][0], day)
        else:
            spans.append((day, day))
    return spans


def days_off_of(*, user_ids: Collection[int], since: date) -> Mapping[int, frozenset[date]]:
    """The vacation days of many users from a day on; nobody who has none is left out."""
    found: dict[int, set[date]] = defaultdict(set)
    rows = VacationDay.objects.filter(user__in=user_ids, day__gte=since)
    for user_id, day in rows.values_list("user_id", "day"):
        found[user_id].add(day)
    return {user_id: frozenset(found.get(user_id, ())) for user_id in user_ids}
