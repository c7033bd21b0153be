"""Resigning: a bot plays the seat to the end."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from accounts.models import UserKind
from foundation.errors import Forbidden, Refused, Stale
from matches.activity.record import record_activity
from matches.clocks.pauses import resume_match
from matches.lobby.votes import settle_vote
from matches.models import Match, Seat
from matches.rounds.locking import lock_match
from matches.timeouts.stand_ins import begin_stand_in


def resign_seat(*, match_id: int, user_id: int, now: datetime) -> Match:
    """Resign a player's seat for good. Raises `Match.DoesNotExist`, `Forbidden` and `Refused`."""
    with transaction.atomic():
        match = lock_match(match_id)
        seat = match.seats.select_related("user").filter(user_id=user_id).first()
        if seat is None:
            raise Forbidden("not_your_seat", gettext("You have no seat at this table. You may watch it."))
        if match.status not in Match.GOING_ON:
            raise Stale("match_not_running", gettext("This match is not running. Load the table again."))
        if seat.resigned_at is not None:
            raise Refused("resigned_already", gettext("You have resigned already. A bot plays your seat to the end."))
        give_up_seat(match=match, seat=seat, now=now)
    return match


def give_up_seat(*, match: Match, seat: Seat, now: datetime) -> None:
    """Resign a seat of a locked match: a bot plays on, and the seat ranks behind all who did not resign."""
    seat.resigned_at, seat.substitute_wanted = now, False
    seat.save(update_fields=["resigned_at", "substitute_wanted"])
    record_activity(match=match, kind="resigned", seat=seat.number, now=now)
    if not seat.stand_in:
        begin_stand_in(match=match, seat=seat, now=now)
    settle_vote(match=match, now=now)
    # Nobody may be left to resume a paused match.
    left = match.seats.filter(user__isnull=False, resigned_at=None).exclude(user__kind=UserKind.HOUSE)
    if match.status == Match.Status.PAUSED and match.pause_reason != "moderator" and not left.exists():
        resume_match(match=match, now=now)
