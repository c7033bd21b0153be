"""Call a match off: it ends, counts for no one, and its sealed answers are never opened."""

from datetime import datetime

from django.utils.translation import gettext

from foundation.errors import Stale
from foundation.rows import save_rows
from matches import live
from matches.activity.record import record_activity
from matches.conditional_moves.apply import delete_books
from matches.models import Match
from matches.notices import notify_called_off, withdraw_invitations, withdraw_turns
from matches.signals import match_over


def call_off_match(*, match: Match, reason: str, now: datetime) -> None:
    """End a locked match without a result. Raises `Refused`.

    `reason` is `vote`, `no_show`, `left_paused`, `unstarted`, `round` or `moderator`.
    """
    if match.status not in Match.NOT_OVER:
        raise Stale("match_not_running", gettext("This match is over already. Load the table again."))
    match.status, match.ended_at, match.paused_at, match.pause_reason = Match.Status.CALLED_OFF, now, None, ""
    if match.outcome:
        # It ended before and was rewound: tell ladders and tournaments that it now has no result.
        match.outcome += 1
    match.save(update_fields=["status", "ended_at", "paused_at", "pause_reason", "outcome"])
    match.answers.all().delete()
    delete_books(match)
    seats = list(match.seats.select_related("user"))
    for seat in seats:
        seat.awaited, seat.deadline, seat.asked_at, seat.substitute_wanted = False, None, None, False
    save_rows(seats, ["awaited", "deadline", "asked_at", "substitute_wanted"], within=["match"])
    record_activity(match=match, kind="called_off", reason=reason, now=now)
    match_over.send(sender=Match, match=match, now=now)
    withdraw_turns(match=match, seats=seats, now=now)
    withdraw_invitations(match=match, now=now)
    notify_called_off(match=match, reason=reason, now=now)
    live.push_table(match.pk, [seat.user_id for seat in seats if seat.user_id])
