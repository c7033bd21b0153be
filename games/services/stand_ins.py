"""Stand-ins: a bot holds the seat of a player who is away, and sees only what that seat may see."""

from datetime import datetime, timedelta

from django.db import transaction

from games import hints, policy, push
from games.bots import best_brain
from games.clocks import ALWAYS
from games.engine import game_of
from games.models import Match, Seat
from games.services.clocks import clock_extend, clock_follow, rhythms_of
from games.services.errors import Forbidden, Refused, Stale
from games.services.happenings import happened
from games.services.notices import players_told, seats_done, seats_retold
from games.services.rounds import match_locked
from notifications.models import Kind

GOING_ON = (Match.Status.RUNNING, Match.Status.PAUSED)


def stand_in_begin(*, match: Match, seat: Seat, now: datetime, told: bool = True) -> None:
    """Let a bot answer for a seat of a locked match from now on, and soon. `told`: its player reads how to return."""
    seat.stand_in = best_brain(game_of(match))
    if seat.awaited:
        most = min(match.turn_seconds, policy.POLICY.stand_in_minutes * 60)
        seat.asked_at, seat.bank_seconds, seat.deadline = now, most, now + timedelta(seconds=most)
    seat.save(update_fields=["stand_in", "asked_at", "bank_seconds", "deadline"])
    line = happened(match=match, kind="stood_in", seat=seat.number, now=now)
    seats_done(match=match, seats=[seat], now=now)
    if told and seat.user is not None and seat.resigned_at is None:
        text = "A bot answers for you until you take your seat back, by one click at the table."
        players_told(match=match, kind=Kind.STAND_IN, number=line.pk, text=text, users=[seat.user], now=now)
    hints.bots_to_move(match.pk)
    push.table_moved(match.pk, [seat.user_id] if seat.user_id else [])


def seat_take_back(*, match_id: int, user_id: int, now: datetime, called_back: bool = False) -> None:
    """Let a player have their seat again from its stand-in. Raises `Match.DoesNotExist`, `Forbidden` and `Refused`.

    `called_back`: somebody else gives it back to them, so they need time to come.
    """
    with transaction.atomic():
        match = match_locked(match_id)
        seat = match.seats.select_related("user").filter(user_id=user_id).first()
        if seat is None:
            raise Forbidden("not_your_seat", "You have no seat at this table. You may watch it.")
        if not seat.stand_in or seat.resigned_at:
            raise Refused("no_stand_in", "No bot holds your seat. Load the table again to see it as it stands.")
        if match.status not in GOING_ON:
            raise Stale("match_not_running", "This match is over. Load the table again to see how it ended.")
        if called_back:
            seat_give_back(match=match, seat=seat, now=now)
            return
        hand_back(match=match, seat=seat, now=now)
        if seat.awaited and match.status == Match.Status.RUNNING:
            _asked_again(match, seat, now)


def seat_give_back(*, match: Match, seat: Seat, now: datetime) -> None:
    """Give a seat of a locked match that goes on back to a player who may not be there, with time to come."""
    hand_back(match=match, seat=seat, now=now)
    if not seat.awaited:
        return
    # The bot's time was short. While a match is paused, no clock runs.
    clock_extend(match, seat, rhythms_of(match, [seat], now).get(seat.number, ALWAYS), match.paused_at or now)
    if match.status == Match.Status.RUNNING and not seat.answers.filter(step=match.next_step).exists():
        seats_retold(match=match, seats=[seat], now=now)


def _asked_again(match: Match, seat: Seat, now: datetime) -> None:
    """Let the clock heed its player's hours again, and remind them unless the bot has sealed something."""
    clock_follow(match, seat, rhythms_of(match, [seat], now).get(seat.number, ALWAYS), now)
    if not seat.answers.filter(step=match.next_step).exists():
        seats_retold(match=match, seats=[seat], now=now)


def hand_back(*, match: Match, seat: Seat, now: datetime) -> None:
    """Give a seat of a locked match back to its player. What the bot has sealed stays, and may be changed."""
    seat.stand_in, seat.missed_in_row, seat.substitute_wanted = "", 0, False
    seat.save(update_fields=["stand_in", "missed_in_row", "substitute_wanted"])
    happened(match=match, kind="took_back", seat=seat.number, now=now)
    push.table_moved(match.pk, [seat.user_id] if seat.user_id else [])
