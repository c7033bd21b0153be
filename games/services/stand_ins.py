"""Stand-ins: a bot holds the seat of a player who is away, and sees only what that seat may see."""

from datetime import datetime

from django.db import transaction

from games import hints, push
from games.bots import best_brain
from games.engine import game_of
from games.models import Match, Seat
from games.services.errors import Forbidden, Refused
from games.services.happenings import happened
from games.services.notices import players_told, seats_done
from games.services.rounds import match_locked
from notifications.models import Kind


def stand_in_begin(*, match: Match, seat: Seat, now: datetime) -> None:
    """Let a bot answer for a seat of a locked match from now on."""
    seat.stand_in = best_brain(game_of(match))
    seat.save(update_fields=["stand_in"])
    line = happened(match=match, kind="stood_in", seat=seat.number, now=now)
    seats_done(match=match, seats=[seat], now=now)
    if seat.user is not None and seat.resigned_at is None:
        text = "A bot answers for you until you take your seat back, by one click at the table."
        players_told(match=match, kind=Kind.STAND_IN, number=line.pk, text=text, users=[seat.user], now=now)
    hints.bots_to_move(match.pk)
    push.table_moved(match.pk, [seat.user_id] if seat.user_id else [])


def seat_take_back(*, match_id: int, user_id: int, now: datetime) -> None:
    """Let a player have their seat again from its stand-in. Raises `Match.DoesNotExist`, `Forbidden` and `Refused`."""
    with transaction.atomic():
        match = match_locked(match_id)
        seat = match.seats.filter(user_id=user_id).first()
        if seat is None:
            raise Forbidden("not_your_seat", "You have no seat at this table. You may watch it.")
        if not seat.stand_in or seat.resigned_at:
            raise Refused("no_stand_in", "No bot holds your seat. Load the table again to see it as it stands.")
        seat.stand_in, seat.missed_in_row = "", 0
        seat.save(update_fields=["stand_in", "missed_in_row"])
        happened(match=match, kind="took_back", seat=seat.number, now=now)
        push.table_moved(match.pk, [user_id])
