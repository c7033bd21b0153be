"""Seal the answers of many players at once: read, checked and written together, in one transaction.

Only what is plain is sealed here: one answer of a seat that is asked, which the rules allow, before any deadline of its
match has passed. All else is for `submit_answer`, alone and in a transaction of its own, so an answer that is refused
leaves no trace in the transaction of others.
"""

import logging
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from foundation.errors import Refused
from foundation.guarded import run_guarded
from foundation.rows import insertion
from matches.models import Answer, AnswerHour
from matches.play.answer_hours import hour_of
from matches.play.answers import asked_seat
from matches.rounds.locking import Unanswered
from matches.rounds.seal import NewAnswer, checked_answer, store_answers
from matches.timeouts.timeouts import is_any_late

logger = logging.getLogger(__name__)


class Submission(NamedTuple):
    """One answer of a player, as it was sent."""

    match_id: int
    user_id: int
    step: int
    action: Any


def seal_together(
    submissions: Sequence[Submission], matches: dict[int, Unanswered], *, now: datetime
) -> list[Answer | None]:
    """Seal these answers of locked matches. Return each answer, or None for one that is to be submitted alone.

    Once one of a match is to be submitted alone, so are those that came after it.
    """
    new: list[NewAnswer] = []
    apart: set[int] = set()
    found: list[Answer | None] = []
    hours: list[AnswerHour] = []
    for one in submissions:
        made = None if one.match_id in apart else _checked(matches.get(one.match_id), one, new, now)
        if made is None:
            apart.add(one.match_id)
        else:
            new.append(made)
            if not made.match.is_fork:
                hours.append(AnswerHour(user_id=one.user_id, match_id=one.match_id, hour=hour_of(now)))
        found.append(made and made.answer)
    if new:
        store_answers(new, now=now, along=[insertion(hours)] if hours else [])
    return found


def _checked(locked: Unanswered | None, one: Submission, new: Sequence[NewAnswer], now: datetime) -> NewAnswer | None:
    """Return what `_new_answer` returns. Nothing is written yet, so a match that fails leaves no trace here."""
    work = partial(_new_answer, locked, one, new, now)
    failed: NewAnswer | None = None
    return run_guarded(work, f"An answer at match {one.match_id} failed", logger=logger, default=failed)


def _new_answer(
    locked: Unanswered | None, one: Submission, new: Sequence[NewAnswer], now: datetime
) -> NewAnswer | None:
    """Return a checked answer, or None if it is not plain. `new`: the answers before it."""
    if locked is None or is_any_late(locked.match, locked.unanswered, now):
        return None
    try:
        seat = asked_seat(locked.match, locked.seats, one.user_id, one.step)
        # Two answers of one seat cannot be written at once.
        if seat.resigned_at or seat.stand_in or any(other.seat is seat for other in new):
            return None
        answer = checked_answer(match=locked.match, seat=seat, action=one.action, now=now, by="player")
    except Refused:
        return None
    answered = [other.seat for other in new if other.match is locked.match] + [seat]
    others = [other for other in locked.unanswered if not any(other is done for done in answered)]
    return NewAnswer(answer, locked.match, seat, others)
