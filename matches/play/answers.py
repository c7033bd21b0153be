"""Submit answers."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from engine.log import AnsweredBy
from foundation.errors import Forbidden, Refused, Stale
from foundation.kept_queries import KeptQuery, given
from matches.conditional_moves.apply import seats_with_books
from matches.models import Answer, Match, Seat
from matches.play.answer_hours import record_answer_hour
from matches.rounds.resolve import lock_match, resolve_locked
from matches.rounds.seal import seal_answer
from matches.timeouts.stand_ins import hand_back
from matches.timeouts.timeouts import is_overdue, pass_deadlines

MOST_IN_A_ROW = 100
SEAT_OF = KeptQuery(
    lambda: Seat.objects.filter(match=given("match"), user_id=given("user")).select_related("user").order_by("pk")
)
BY_BOTS = frozenset({"bot", "stand_in", "default"})


def submit_answer(
    *, match_id: int, user_id: int, step: int, actions: Sequence[Any], now: datetime, by: AnsweredBy = "player"
) -> Match:
    """Seal a player's answer to the open round; it can be changed until the round resolves.

    Several actions are consecutive decisions of the same seat, accepted all or none: all but the last take
    effect at once, which requires that no one else is awaited. Overdue deadlines are handled first, so the
    outcome of a late answer does not depend on when the sweep runs. Raises `Match.DoesNotExist`,
    `Forbidden`, `Stale`, and `Refused` if the rules do not allow an action.
    """
    if not 0 < len(actions) <= MOST_IN_A_ROW:
        raise Refused("answer_missing", "Choose one of the answers, then seal it.")
    if is_overdue(match_id=match_id, now=now):
        # In its own transaction: it stands even if the answer is refused.
        pass_deadlines(match_id=match_id, now=now)
    with transaction.atomic():
        match = lock_match(match_id)
        for earlier, action in enumerate(actions[:-1]):
            answer = _answer(match, user_id, step + earlier, action, now, by)
            seats = seats_with_books(match)
            if sum(seat.awaited for seat in seats) > 1:
                raise Refused("others_awaited", "Others answer this round too. Send one answer at a time.")
            resolve_locked(match, seats, {answer.seat.number: answer}, {}, now)
        _answer(match, user_id, step + len(actions) - 1, actions[-1], now, by)
        if by not in BY_BOTS and not match.is_fork:
            record_answer_hour(match_id=match_id, user_id=user_id, now=now)
    return match


def _answer(match: Match, user_id: int, step: int, action: Any, now: datetime, by: AnsweredBy) -> Answer:
    seat = SEAT_OF.first(match=match.pk, user=user_id)
    if seat is None:
        raise Forbidden("not_your_seat", "You have no seat at this table. You may watch it.")
    seat.match = match
    if match.status != Match.Status.RUNNING:
        raise Stale("match_not_running", "This match is not running. Load the table again to see it as it stands.")
    if step != match.next_step:
        raise Stale("table_moved_on", "The table has moved on. Your choice was not used; look at it as it stands now.")
    if not seat.awaited:
        raise Stale("not_asked", "You are not asked for an answer now. Load the table again to see it as it stands.")
    if by in BY_BOTS:
        if not seat.played_by_bot:
            raise Stale("seat_taken_back", "The seat is played by its player again.")
    elif seat.resigned_at:
        raise Stale("resigned", "You have resigned, so a bot plays on for you. You may watch.")
    elif seat.stand_in:
        # Players who answer in person have their seat back.
        hand_back(match=match, seat=seat, now=now)
    return seal_answer(match=match, seat=seat, action=action, now=now, by=by)
