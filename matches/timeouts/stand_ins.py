"""Stand-ins: bots that play for absent players and see only what their seat may see."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext, gettext_lazy

from foundation.errors import Forbidden, Stale
from matches import live, policy, queue
from matches.activity.record import record_activity
from matches.clocks.deadlines import ALWAYS
from matches.clocks.seat_clocks import extend_clock, follow_hours_of, rhythms_of
from matches.clocks.stand_in_level import stand_in_level
from matches.models import Match, Seat
from matches.notices import notify_players, reschedule_turns, withdraw_turns
from matches.rounds.locking import lock_match
from notifications.models import Kind


def begin_stand_in(*, match: Match, seat: Seat, now: datetime, notify: bool = True) -> None:
    """Give a seat of a locked match to a bot, which answers soon. `notify`: notify the player how to return."""
    seat.stand_in = stand_in_level(match.game, match.stand_in_level)
    if seat.awaited:
        most = min(match.turn_seconds, policy.POLICY.stand_in_minutes * 60)
        seat.asked_at, seat.bank_seconds, seat.deadline = now, most, now + timedelta(seconds=most)
    seat.save(update_fields=["stand_in", "asked_at", "bank_seconds", "deadline"])
    line = record_activity(match=match, kind="stood_in", seat=seat.number, now=now)
    withdraw_turns(match=match, seats=[seat], now=now)
    if notify and seat.user is not None and seat.resigned_at is None:
        text = gettext_lazy("A bot answers for you until you take your seat back, by one click at the table.")
        notify_players(match=match, kind=Kind.STAND_IN, number=line.pk, text=text, users=[seat.user], now=now)
    match.bots_asked_at = now
    match.save(update_fields=["bots_asked_at"])
    queue.enqueue_play_bots(match.pk)
    live.push_table(match.pk, [seat.user_id] if seat.user_id else [])


def take_back_seat(*, match_id: int, user_id: int, now: datetime, called_back: bool = False) -> None:
    """Give a player their seat back from its stand-in. Raises `Match.DoesNotExist`, `Forbidden` and `Refused`.

    `called_back`: someone else gives it back, so the player needs time to return.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        seat = match.seats.select_related("user").filter(user_id=user_id).first()
        if seat is None:
            raise Forbidden("not_your_seat", gettext("You have no seat at this table. You may watch it."))
        if not seat.stand_in or seat.resigned_at:
            raise Stale("no_stand_in", gettext("No bot holds your seat. Load the table again to see it as it stands."))
        if match.status not in Match.GOING_ON:
            raise Stale("match_not_running", gettext("This match is over. Load the table again to see how it ended."))
        if called_back:
            give_back_seat(match=match, seat=seat, now=now)
            return
        hand_back(match=match, seat=seat, now=now)
        if seat.awaited and match.status == Match.Status.RUNNING:
            # The player's own hours apply to the clock again.
            follow_hours_of(seat, rhythms_of(match, [seat], now).get(seat.number, ALWAYS), now)
            if not seat.answers.filter(step=match.next_step).exists():
                reschedule_turns(match=match, seats=[seat], now=now)


def give_back_seat(*, match: Match, seat: Seat, now: datetime) -> None:
    """Give a seat of a locked, ongoing match back to a player who may be away, with time to return."""
    hand_back(match=match, seat=seat, now=now)
    if not seat.awaited:
        return
    # The bot's time was short. During a pause no clock runs.
    extend_clock(match, seat, rhythms_of(match, [seat], now).get(seat.number, ALWAYS), match.paused_at or now)
    if match.status == Match.Status.RUNNING and not seat.answers.filter(step=match.next_step).exists():
        reschedule_turns(match=match, seats=[seat], now=now)


def hand_back(*, match: Match, seat: Seat, now: datetime) -> None:
    """Give a seat of a locked match back to its player, who may still change the bot's sealed answer."""
    seat.stand_in, seat.timeouts_in_row, seat.substitute_wanted = "", 0, False
    seat.save(update_fields=["stand_in", "timeouts_in_row", "substitute_wanted"])
    record_activity(match=match, kind="took_back", seat=seat.number, now=now)
    live.push_table(match.pk, [seat.user_id] if seat.user_id else [])
