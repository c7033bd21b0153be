"""Calling a match off: it ends here, counts for nobody, and what was sealed is never opened."""

from datetime import datetime

from games import push
from games.models import Match, Seat
from games.services.errors import Refused
from games.services.happenings import happened
from games.services.notices import match_over_without_result, seats_done
from games.signals import match_over

NOT_OVER = (Match.Status.OPEN, Match.Status.RUNNING, Match.Status.PAUSED)


def match_call_off(*, match: Match, reason: str, now: datetime) -> None:
    """End a locked match without result. Raises `Refused`.

    `reason` is `vote`, `no_show`, `left_paused`, `unstarted`, `round` or `moderator`.
    """
    if match.status not in NOT_OVER:
        raise Refused("match_not_running", "This match is over already. Load the table again.")
    match.status, match.ended_at, match.paused_at, match.pause_reason = Match.Status.CALLED_OFF, now, None, ""
    if match.outcome:
        # It had ended once and was taken back: what waits for it again learns that it ends without result.
        match.outcome += 1
    match.save(update_fields=["status", "ended_at", "paused_at", "pause_reason", "outcome"])
    match.answers.all().delete()
    seats = list(match.seats.select_related("user"))
    for seat in seats:
        seat.awaited, seat.deadline, seat.asked_at, seat.substitute_wanted = False, None, None, False
    Seat.objects.bulk_update(seats, ["awaited", "deadline", "asked_at", "substitute_wanted"])
    happened(match=match, kind="called_off", reason=reason, now=now)
    match_over.send(sender=Match, match=match, now=now)
    seats_done(match=match, seats=seats, now=now)
    match_over_without_result(match=match, reason=reason, now=now)
    push.table_moved(match.pk, [seat.user_id for seat in seats if seat.user_id])
