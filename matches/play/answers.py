"""Sealing answers."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from games.models import Answer, Match, Seat
from games.rules.core.log import AnsweredBy
from games.services.errors import Forbidden, Refused, Stale
from games.services.hours import answer_hour_keep
from games.services.misses import deadlines_pass, is_overdue
from games.services.rounds import match_locked, resolve_locked, table_told
from games.services.sealing import answer_seal
from games.services.stand_ins import hand_back

MOST_IN_A_ROW = 100
BY_BOTS = frozenset({"bot", "stand_in", "default"})


def answer_submit(
    *, match_id: int, user_id: int, step: int, actions: Sequence[Any], now: datetime, by: AnsweredBy = "player"
) -> Match:
    """Seal a player's answer to the open round; it may be changed until the round resolves.

    Several actions are decisions of the same seat in a row, taken all or none: all but the last take
    effect at once, which needs that nobody else is awaited. Deadlines that have passed pass first: what
    becomes of a late answer does not depend on when the sweep comes by. Raises `Match.DoesNotExist`,
    `Forbidden`, `Stale`, and `Refused` when the rules do not allow an action.
    """
    if not 0 < len(actions) <= MOST_IN_A_ROW:
        raise Refused("answer_missing", "Choose one of the answers, then seal it.")
    if is_overdue(match_id=match_id, now=now):
        # In a transaction of its own: it holds although the answer may be refused.
        deadlines_pass(match_id=match_id, now=now)
    with transaction.atomic():
        match = match_locked(match_id)
        for earlier, action in enumerate(actions[:-1]):
            _answer_in_row(match, user_id, step + earlier, action, now, by)
        _answer(match, user_id, step + len(actions) - 1, actions[-1], now, by)
        if by not in BY_BOTS:
            answer_hour_keep(match_id=match_id, user_id=user_id, now=now)
    return match


def _answer_in_row(match: Match, user_id: int, step: int, action: Any, now: datetime, by: AnsweredBy) -> None:
    answer = _answer(match, user_id, step, action, now, by)
    seats = list(match.seats.select_related("user"))
    if sum(seat.awaited for seat in seats) > 1:
        raise Refused("others_awaited", "Others answer this round too. Send one answer at a time.")
    resolve_locked(match, seats, {answer.seat.number: answer}, now)
    table_told(match)


def _answer(match: Match, user_id: int, step: int, action: Any, now: datetime, by: AnsweredBy) -> Answer:
    seat = match.seats.select_related("user").filter(user_id=user_id).first()
    if seat is None:
        raise Forbidden("not_your_seat", "You have no seat at this table. You may watch it.")
    _refuse_stale(match, step)
    if not seat.awaited:
        raise Stale("not_asked", "You are not asked for an answer now. Load the table again to see it as it stands.")
    _check_holder(match, seat, now, by)
    return answer_seal(match=match, seat=seat, action=action, now=now, by=by)


def _check_holder(match: Match, seat: Seat, now: datetime, by: AnsweredBy) -> None:
    """Whoever answers in person has the seat back; a bot that was still thinking then comes too late."""
    if by in BY_BOTS:
        if not seat.played_by_bot:
            raise Stale("seat_taken_back", "The seat is played by its player again.")
    elif seat.resigned_at:
        raise Stale("resigned", "You have resigned, so a bot plays on for you. You may watch.")
    elif seat.stand_in:
        hand_back(match=match, seat=seat, now=now)


def _refuse_stale(match: Match, step: int) -> None:
    if match.status != Match.Status.RUNNING:
        raise Stale("match_not_running", "This match is not running. Load the table again to see it as it stands.")
    if step != match.next_step:
        raise Stale("table_moved_on", "The table has moved on. Your choice was not used; look at it as it stands now.")
