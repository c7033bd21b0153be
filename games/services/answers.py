"""Sealing answers."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from games import hints, push
from games.engine import game_of, state_of
from games.models import Answer, Match, Seat
from games.rules.core import IllegalAction
from games.rules.core.log import AnsweredBy
from games.sealing import answer_made
from games.services.errors import Forbidden, Refused, Stale
from games.services.notices import seats_done
from games.services.planned import has_orders, unanswered
from games.services.rounds import match_locked, resolve_locked, table_told

MOST_IN_A_ROW = 100
KEY = ("match", "step", "seat")
CHANGED = ("sealed", "commitment", "made_at")


def answer_submit(
    *, match_id: int, user_id: int, step: int, actions: Sequence[Any], now: datetime, by: AnsweredBy = "player"
) -> Match:
    """Seal a player's answer to the open round; it may be changed until the round resolves.

    Several actions are decisions of the same seat in a row, taken all or none: all but the last take
    effect at once, which needs that nobody else is awaited. Raises `Match.DoesNotExist`, `Forbidden`,
    `Stale`, and `Refused` when the rules do not allow an action.
    """
    if not 0 < len(actions) <= MOST_IN_A_ROW:
        raise Refused("answer_missing", "Choose one of the answers, then seal it.")
    with transaction.atomic():
        match = match_locked(match_id)
        for earlier, action in enumerate(actions[:-1]):
            _answer_in_row(match, user_id, step + earlier, action, now, by)
        _answer(match, user_id, step + len(actions) - 1, actions[-1], now, by)
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
    return answer_seal(match=match, seat=seat, action=action, now=now, by=by)


def _refuse_stale(match: Match, step: int) -> None:
    if match.status != Match.Status.RUNNING:
        raise Stale("match_not_running", "This match is not running. Load the table again to see it as it stands.")
    if step != match.next_step:
        raise Stale("table_moved_on", "The table has moved on. Your choice was not used; look at it as it stands now.")


def answer_seal(*, match: Match, seat: Seat, action: Any, now: datetime, by: AnsweredBy) -> Answer:
    """Check an awaited seat's answer against the rules and store it. The match must be locked."""
    game = game_of(match)
    try:
        typed = game.action_from(action)
        game.check(state_of(match), seat.number, typed)
    except IllegalAction as error:
        raise Refused(error.code, error.message) from error
    answer = answer_made(match=match, seat=seat, action=typed, now=now, by=by)
    # One statement, where `update_or_create` takes four.
    Answer.objects.bulk_create([answer], update_conflicts=True, unique_fields=KEY, update_fields=CHANGED)
    _after(match, seat, now)
    return answer


def _after(match: Match, seat: Seat, now: datetime) -> None:
    """Withdraw the seat's notices, show its envelope unless the match hides that, and hint."""
    seats_done(match=match, seats=[seat], now=now)
    open_seats = list(unanswered(match))
    if all(has_orders(other) for other in open_seats):
        hints.match_maybe_ready(match.pk)
    if open_seats and not match.hide_answered:
        push.table_moved(match.pk, [])
