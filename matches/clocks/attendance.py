"""Counting turns taken and missed, from which a player's reliability follows."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from django.db.models import F

from games.engine import logged
from games.models import Attendance, Match, Seat
from games.rules.core import Player

Outcome = Literal["answered", "missed"]
IN_PERSON = frozenset({"player", "plan"})
"""Who or what answers for people: they themselves, or the orders that they gave."""


def attendance_count(*, seats: Sequence[Seat], outcome: Outcome, now: datetime) -> None:
    """Count one turn more for each of these seats of a locked match."""
    if not seats:
        return
    day = now.date()
    counted = Attendance.objects.filter(seat__in=seats, day=day, user=F("seat__user"))
    if counted.update(**{outcome: F(outcome) + 1}) == len(seats):
        return
    there = set(counted.values_list("seat_id", flat=True))
    Attendance.objects.bulk_create(
        Attendance(seat=seat, user=seat.user, day=day, **{outcome: 1}) for seat in seats if seat.pk not in there
    )


def attendance_forgive(*, seats: Sequence[Seat]) -> None:
    """Uncount the latest miss of each of these seats: a round that everybody missed is held against nobody."""
    for seat in seats:
        latest = Attendance.objects.filter(seat=seat, user=seat.user, missed__gt=0).order_by("-day").first()
        if latest is not None:
            Attendance.objects.filter(pk=latest.pk).update(missed=F("missed") - 1)


def has_anyone_decided(*, match: Match) -> bool:
    """Whether any person at the table has ever answered, in time or late, in a round that has resolved."""
    if Attendance.objects.filter(seat__match=match, answered__gt=0).exists():
        return True
    return bool(decided_in_person(match=match))


def decided_in_person(*, match: Match) -> set[Player]:
    """The seats whose players have ever answered, also too late: that counts as a miss alone, but the log tells."""
    steps = match.steps.defer("sealed_state")
    return {answer.player for step in steps for answer in logged(step).answers if answer.by in IN_PERSON}
