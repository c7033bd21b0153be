"""Calling a match off that has begun: it ends here and counts for nobody."""

from datetime import datetime

from games import push
from games.models import Match, Seat
from games.services.errors import Refused
from games.services.happenings import happened
from games.services.notices import seats_done


def match_call_off(*, match: Match, reason: str, now: datetime) -> None:
    """End a locked match that runs or is paused, without result. Raises `Refused`."""
    if match.status not in (Match.Status.RUNNING, Match.Status.PAUSED):
        raise Refused("match_not_running", "This match is over already. Load the table again.")
    match.status, match.ended_at, match.paused_at, match.pause_reason = Match.Status.CALLED_OFF, now, None, ""
    match.save(update_fields=["status", "ended_at", "paused_at", "pause_reason"])
    match.answers.all().delete()
    seats = list(match.seats.select_related("user"))
    for seat in seats:
        seat.awaited, seat.deadline, seat.asked_at = False, None, None
    Seat.objects.bulk_update(seats, ["awaited", "deadline", "asked_at"])
    happened(match=match, kind="called_off", reason=reason, now=now)
    seats_done(match=match, seats=seats, now=now)
    push.table_moved(match.pk, [seat.user_id for seat in seats if seat.user_id])
