"""Resigning: a player gives up, and a bot plays the seat to the end."""

from datetime import datetime

from django.db import transaction

from accounts.models import Kind
from games.models import Match, Seat
from games.services.errors import Forbidden, Refused
from games.services.happenings import happened
from games.services.pauses import match_resume
from games.services.rounds import match_locked
from games.services.stand_ins import stand_in_begin
from games.services.votes import vote_settle


def seat_resign(*, match_id: int, user_id: int, now: datetime) -> Match:
    """Give a seat up for good. Raises `Match.DoesNotExist`, `Forbidden` and `Refused`."""
    with transaction.atomic():
        match = match_locked(match_id)
        seat = match.seats.select_related("user").filter(user_id=user_id).first()
        if seat is None:
            raise Forbidden("not_your_seat", "You have no seat at this table. You may watch it.")
        if match.status not in (Match.Status.RUNNING, Match.Status.PAUSED):
            raise Refused("match_not_running", "This match is not running. Load the table again.")
        if seat.resigned_at is not None:
            raise Refused("resigned_already", "You have resigned already. A bot plays your seat to the end.")
        seat_give_up(match=match, seat=seat, now=now)
    return match


def seat_give_up(*, match: Match, seat: Seat, now: datetime) -> None:
    """Let a bot play a seat of a locked match that goes on to the end; it comes after all who did not give up."""
    seat.resigned_at, seat.substitute_wanted = now, False
    seat.save(update_fields=["resigned_at", "substitute_wanted"])
    happened(match=match, kind="resigned", seat=seat.number, now=now)
    if not seat.stand_in:
        stand_in_begin(match=match, seat=seat, now=now)
    vote_settle(match=match, now=now)
    _go_on_without_people(match, now)


def _go_on_without_people(match: Match, now: datetime) -> None:
    """A pause that nobody is left to end ends by itself."""
    left = match.seats.filter(user__isnull=False, resigned_at=None).exclude(user__kind=Kind.HOUSE)
    if match.status == Match.Status.PAUSED and match.pause_reason != "moderator" and not left.exists():
        match_resume(match=match, now=now)
