"""Calling a match off: it counts for nobody, and what was sealed is never opened."""

from datetime import datetime

from games import push
from games.models import Match, Seat
from games.services.happenings import happened
from games.services.notices import match_over_without_result, seats_done


def match_call_off(*, match: Match, why: str, now: datetime) -> None:
    """End a locked match without a result. `why` is `no_show`, `unstarted`, `left_paused` or `vote`."""
    seats = list(match.seats.select_related("user"))
    match.status, match.ended_at, match.paused_at, match.pause_reason = Match.Status.CALLED_OFF, now, None, ""
    match.save(update_fields=["status", "ended_at", "paused_at", "pause_reason"])
    match.answers.all().delete()
    for seat in seats:
        seat.awaited, seat.deadline, seat.asked_at, seat.substitute_wanted = False, None, None, False
    Seat.objects.bulk_update(seats, ["awaited", "deadline", "asked_at", "substitute_wanted"])
    happened(match=match, kind="called_off", why=why, now=now)
    seats_done(match=match, seats=seats, now=now)
    match_over_without_result(match=match, seats=seats, why=why, now=now)
    push.table_moved(match.pk, [seat.user_id for seat in seats if seat.user_id])
