"""Count the turns taken and missed, the basis of a player's reliability."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Literal

from django.db import transaction
from django.db.models import Count, F

from accounts.models import User
from engine import Player
from foundation.rows import Write, insertion, run_together
from matches import policy
from matches.log.states import open_step
from matches.models import Attendance, Match, Seat

Outcome = Literal["answered", "missed"]
AT_ONCE = 500
"""The users whose rows are folded together."""
IN_PERSON = frozenset({"player", "conditional_move"})
"""Sources of answers that count as the player's own."""


def count_attendance(*, seats: Sequence[Seat], outcome: Outcome, now: datetime) -> None:
    """Count one more turn for each of these seats of a locked match."""
    run_together(attendance(seats=seats, outcome=outcome, now=now))


def attendance(*, seats: Sequence[Seat], outcome: Outcome, now: datetime) -> list[Write]:
    """Return what `count_attendance` runs: nothing for no seats."""
    turn = {"day": now.date(), outcome: 1}
    rows = [
        Attendance(match_id=seat.match_id, seat_id=seat.pk, user_id=seat.user_id, **turn)
        for seat in seats
        if seat.user_id
    ]
    return [insertion(rows, same=("seat", "user", "day"), add=("answered", "missed"))] if rows else []


def forgive_timeout(*, seats: Sequence[Seat]) -> None:
    """Remove the latest missed turn of each of these seats: a round that everyone missed counts against no one."""
    for seat in seats:
        latest = Attendance.objects.filter(seat=seat, user=seat.user, missed__gt=0).order_by("-day").first()
        if latest is not None:
            Attendance.objects.filter(pk=latest.pk).update(missed=F("missed") - 1)


def fold_attendance(*, now: datetime) -> int:
    """Leave one row of each seat and player where a match ended long ago, and return the number of rows that went.

    Days only matter while turns count more than older ones. Each day takes another part of all users.
    """
    days = policy.POLICY.reliability_recent_days
    today = User.objects.annotate(part=F("pk") % days).filter(part=now.toordinal() % days)
    users = list(today.order_by("pk").values_list("pk", flat=True))
    before = now - timedelta(days=days)
    return sum(_fold(users[first : first + AT_ONCE], before) for first in range(0, len(users), AT_ONCE))


def _fold(users: Collection[int], before: datetime) -> int:
    """Fold what these users have of matches that ended before this moment."""
    ended = Attendance.objects.filter(user__in=users, seat__match__ended_at__lt=before)
    several = ended.values("seat").annotate(rows=Count("pk")).filter(rows__gt=1).values("seat")
    with transaction.atomic():
        rows = list(ended.filter(seat__in=several).order_by("seat", "user", "day").select_for_update(of=("self",)))
        gone = 0
        for _, of_seat in groupby(rows, attrgetter("seat_id", "user_id")):
            *others, last = of_seat
            if others:
                last.answered += sum(row.answered for row in others)
                last.missed += sum(row.missed for row in others)
                last.save(update_fields=["answered", "missed"])
                earlier = Attendance.objects.filter(seat=last.seat_id, user=last.user_id, day__lt=last.day)
                gone += earlier.delete()[0]
    return gone


def has_anyone_decided(*, match: Match) -> bool:
    """True if any person has answered at this table, in time or late, in a resolved round."""
    if Attendance.objects.filter(seat__match=match, answered__gt=0).exists():
        return True
    return bool(decided_in_person(match=match))


def decided_in_person(*, match: Match) -> set[Player]:
    """Return the seats whose players ever answered. Late answers count as missed turns, so read the log."""
    steps = match.steps.defer("sealed_state")
    return {answer.player for step in steps for answer in open_step(step).answers if answer.by in IN_PERSON}
