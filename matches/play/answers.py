"""Submit answers."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from engine.log import AnsweredBy
from foundation.errors import Forbidden, Refused, Stale
from foundation.rows import Write
from matches.models import Answer, Match, Seat
from matches.play.answer_hours import answer_hour
from matches.rounds.locking import lock_unanswered, unanswered_of
from matches.rounds.resolve import resolve_locked
from matches.rounds.seal import seal_answer
from matches.timeouts.stand_ins import hand_back
from matches.timeouts.timeouts import is_any_late, pass_deadlines

MOST_IN_A_ROW = 100
BY_BOTS = frozenset({"bot", "stand_in", "default"})


Actions = Sequence[Any] | Callable[[Match], Sequence[Any]]
"""Raw actions, or what reads them once the match is known and locked."""


class _Late(Exception):
    """A deadline has passed, which is to be settled before an answer is taken."""


def submit_answer(
    *, match_id: int, user_id: int, step: int, actions: Actions, now: datetime, by: AnsweredBy = "player"
) -> Answer:
    """Seal a player's answer to the open round; it can be changed until the round resolves. Return the last answer.

    Several actions are consecutive decisions of the same seat, accepted all or none: all but the last take
    effect at once, which requires that no one else is awaited. Overdue deadlines are handled first, so the
    outcome of a late answer does not depend on when the sweep runs. Raises `Match.DoesNotExist`,
    `Forbidden`, `Stale`, and `Refused` if the rules do not allow an action.
    """
    try:
        return _submit(match_id, user_id, step, actions, now, by, unless_late=True)
    except _Late:
        # In its own transaction: it stands even if the answer is refused.
        pass_deadlines(match_id=match_id, now=now)
        return _submit(match_id, user_id, step, actions, now, by, unless_late=False)


@transaction.atomic
def _submit(
    match_id: int, user_id: int, step: int, given: Actions, now: datetime, by: AnsweredBy, *, unless_late: bool
) -> Answer:
    """Seal the answer. Raises `_Late` if a deadline has passed and nobody has looked at that yet."""
    match, seats, unanswered = lock_unanswered(match_id)
    actions = given(match) if callable(given) else given
    if not 0 < len(actions) <= MOST_IN_A_ROW:
        raise Refused("answer_missing", gettext("Choose one of the answers, then seal it."))
    if unless_late and is_any_late(match, unanswered, now):
        raise _Late
    for earlier, action in enumerate(actions[:-1]):
        answer = _answer(match, seats, unanswered, user_id, step + earlier, action, now, by)
        if sum(seat.awaited for seat in seats) > 1:
            raise Refused("others_awaited", gettext("Others answer this round too. Send one answer at a time."))
        resolve_locked(match, seats, {answer.seat.number: answer}, {}, now)
        _, seats, unanswered = unanswered_of(match)
    counted = by not in BY_BOTS and not match.is_fork
    hour = [answer_hour(match_id=match_id, user_id=user_id, now=now)] if counted else []
    last = step + len(actions) - 1
    return _answer(match, seats, unanswered, user_id, last, actions[-1], now, by, along=hour)


def _answer(
    match: Match,
    seats: Sequence[Seat],
    unanswered: Sequence[Seat],
    user_id: int,
    step: int,
    action: Any,
    now: datetime,
    by: AnsweredBy,
    along: Sequence[Write] = (),
) -> Answer:
    seat = asked_seat(match, seats, user_id, step)
    if by in BY_BOTS:
        if not seat.played_by_bot:
            raise Stale("seat_taken_back", gettext("The seat is played by its player again."))
    elif seat.resigned_at:
        raise Stale("resigned", gettext("You have resigned, so a bot plays on for you. You may watch."))
    elif seat.stand_in:
        # Players who answer in person have their seat back.
        hand_back(match=match, seat=seat, now=now)
    others = [other for other in unanswered if other is not seat]
    return seal_answer(match=match, seat=seat, action=action, now=now, by=by, others=others, along=along)


def asked_seat(match: Match, seats: Sequence[Seat], user_id: int, step: int) -> Seat:
    """Return a user's seat if it is asked for an answer to this step. Raises `Forbidden` and `Stale`."""
    seat = next((seat for seat in seats if seat.user_id == user_id), None)
    if seat is None:
        raise Forbidden("not_your_seat", gettext("You have no seat at this table. You may watch it."))
    if match.status != Match.Status.RUNNING:
        raise Stale(
            "match_not_running", gettext("This match is not running. Load the table again to see it as it stands.")
        )
    if step != match.next_step:
        raise Stale(
            "table_moved_on", gettext("The table has moved on. Your choice was not used; look at it as it stands now.")
        )
    if not seat.awaited:
        raise Stale(
            "not_asked", gettext("You are not asked for an answer now. Load the table again to see it as it stands.")
        )
    return seat
