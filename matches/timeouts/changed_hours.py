"""Open deadlines follow their player's zone, quiet hours and vacation."""

from datetime import datetime

from django.db import transaction

from games import push
from games.clocks import ALWAYS
from games.models import Match, Seat
from games.policy import Speed
from games.services.clocks import clock_follow, is_played_by_person, rhythms_of, speed_of
from games.services.notices import seats_retold
from games.services.rounds import match_locked


def habits_follow(*, user_id: int, now: datetime) -> int:
    """Work the open deadlines of a user out anew, in every match that heeds their hours; how many moved."""
    asked = Seat.objects.filter(user_id=user_id, awaited=True, match__status=Match.Status.RUNNING)
    return sum(_follow(match_id, user_id, now) for match_id in asked.values_list("match_id", flat=True))


def _follow(match_id: int, user_id: int, now: datetime) -> bool:
    with transaction.atomic():
        match = match_locked(match_id)
        seat = match.seats.select_related("user").filter(user_id=user_id, awaited=True).first()
        if seat is None or match.status != Match.Status.RUNNING or speed_of(match) == Speed.LIVE:
            return False
        # A deadline that has passed is the sweep's to deal with, not to be moved.
        if not is_played_by_person(seat) or seat.deadline is None or seat.deadline <= now:
            return False
        rhythm = rhythms_of(match, [seat], now).get(seat.number, ALWAYS)
        if not clock_follow(match, seat, rhythm, now):
            return False
        if not seat.answers.filter(step=match.next_step).exists():
            seats_retold(match=match, seats=[seat], now=now)
        push.table_moved(match.pk, [user_id])
    return True
