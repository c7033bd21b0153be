"""Update open deadlines, and what is planned to be said of them, after a change of hours or language."""

from datetime import datetime

from django.db import transaction

from matches import live
from matches.clocks.deadlines import ALWAYS
from matches.clocks.seat_clocks import follow_hours_of, is_played_by_person, rhythms_of, speed_of
from matches.models import Match, Seat
from matches.notices import reschedule_turns, reword_turns
from matches.policy import Speed
from matches.rounds.locking import lock_match


def follow_hours(*, user_id: int, now: datetime) -> int:
    """Recalculate a user's open deadlines in every match that respects their hours; return how many moved."""
    asked = Seat.objects.filter(user_id=user_id, awaited=True, match__status=Match.Status.RUNNING)
    return sum(_follow(match_id, user_id, now) for match_id in asked.values_list("match_id", flat=True))


def _follow(match_id: int, user_id: int, now: datetime) -> bool:
    with transaction.atomic():
        match = lock_match(match_id)
        seat = match.seats.select_related("user").filter(user_id=user_id, awaited=True).first()
        if seat is None or match.status != Match.Status.RUNNING or speed_of(match) == Speed.LIVE:
            return False
        # An overdue deadline is handled by the sweep, not moved.
        if not is_played_by_person(seat) or seat.deadline is None or seat.deadline <= now:
            return False
        rhythm = rhythms_of(match, [seat], now).get(seat.number, ALWAYS)
        if not follow_hours_of(seat, rhythm, now):
            reword_turns(match=match, seats=[seat], now=now)
            return False
        if not seat.answers.filter(step=match.next_step).exists():
            reschedule_turns(match=match, seats=[seat], now=now)
        live.push_table(match.pk, [user_id])
    return True
