"""Pass the deadlines of many matches together, as after a night without a worker.

Together go matches in which the default is played for those who are late, and nothing else happens: their notices
came, they have no excuse left and no conditional moves, no bot takes their seat, and somebody else at the table was in
time. Any other match is handled alone, by `pass_deadlines`.
"""

import logging
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from enum import Enum, auto
from functools import partial
from typing import NamedTuple

import msgspec
from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection, transaction

from foundation.guarded import run_guarded
from foundation.rows import changes, run_together
from matches import policy, queue
from matches.clocks.attendance import IN_PERSON, attendance
from matches.clocks.deadlines import ALWAYS, Rhythm, deadline
from matches.clocks.seat_clocks import DaysOff, days_off_at, is_played_by_person, rhythms_of
from matches.conditional_moves.apply import has_conditional_moves
from matches.log.sealed_answers import open_answer
from matches.log.states import game_of, state_of
from matches.models import Match, Seat
from matches.notices import topic_of, turn_withdrawal
from matches.rounds.locking import OpenRound, lock_rounds
from matches.rounds.many_rounds import NO_LONG_WAITS, TOGETHER, give_own_task
from matches.rounds.play import PlayedRound, play_round
from matches.rounds.resolve import complete_answers, write_rounds
from matches.rounds.seal import NewAnswer, checked_answer, store_answers
from matches.timeouts.timeouts import pass_deadlines
from notifications.selectors import unreached_of_many

logger = logging.getLogger(__name__)


class _Apart(Enum):
    """Why the deadlines of a match are not passed together with others."""

    ALONE = auto()
    TOO_LONG = auto()


class _Passed(NamedTuple):
    """A match with its late seats and the defaults that are played for them."""

    match: Match
    late: Sequence[Seat]
    defaults: Sequence[NewAnswer]
    round: PlayedRound | None
    """The round, if that completed it."""


def pass_deadlines_of_many(*, match_ids: Sequence[int], now: datetime) -> int:
    """Handle every overdue deadline of these matches. Return the number of matches.

    A match that fails does not stop the others. SQLite lets one connection write at a time, so there a long transaction
    would hold up everyone, and each match has its own.
    """
    passed = 0
    for first in range(0, len(match_ids), TOGETHER):
        share = match_ids[first : first + TOGETHER]
        alone: Collection[int] = share
        if connection.features.has_select_for_update_skip_locked:
            work = partial(_pass_together, share, now)
            alone = run_guarded(work, "Deadlines could not be passed together", logger=logger, default=share)
        passed += len(share) - len(alone) + _each(alone, now)
    return passed


def _each(match_ids: Collection[int], now: datetime) -> int:
    return sum(
        run_guarded(
            partial(_pass_alone, match_id, now),
            f"The deadlines of match {match_id} could not be passed",
            logger=logger,
            default=False,
        )
        for match_id in match_ids
    )


def _pass_alone(match_id: int, now: datetime) -> bool:
    try:
        return pass_deadlines(match_id=match_id, now=now)
    except SoftTimeLimitExceeded:
        _move_to_own_task(match_id)
        return False


def _move_to_own_task(match_id: int) -> None:
    logger.error("The deadlines of match %s took too long to pass, and go on in a task of their own", match_id)
    give_own_task(match_id, queue.enqueue_pass_deadlines)


@transaction.atomic
def _pass_together(match_ids: Sequence[int], now: datetime) -> list[int]:
    """Pass the deadlines of those matches where only defaults are played. Return the others that are late."""
    with connection.cursor() as cursor:
        cursor.execute(NO_LONG_WAITS)
    rounds = [one for one in lock_rounds(match_ids).values() if one.match.status == Match.Status.RUNNING]
    late = {one.match.pk: late_seats(one, now) for one in rounds}
    rounds = [one for one in rounds if late[one.match.pk]]
    days_off = days_off_at([seat for one in rounds if one.match.vacations for seat in one.seats], now)
    let_down = unreached_of_many(
        {(topic_of(one.match.pk), one.match.next_step): [s.user_id or 0 for s in late[one.match.pk]] for one in rounds}
    )
    passed: list[_Passed] = []
    alone: list[int] = []
    for one in rounds:
        number, seats = one.match.pk, late[one.match.pk]
        # Nothing is written yet, so a match that fails leaves no trace here.
        work = partial(_played_by_default, one, seats, days_off, now)
        failed: _Passed | _Apart = _Apart.ALONE
        told = not any((topic_of(number), seat.user_id) in let_down for seat in seats)
        found = run_guarded(work, f"The defaults of match {number} failed", logger=logger, default=failed)
        if found is _Apart.TOO_LONG:
            _move_to_own_task(number)
        elif told and isinstance(found, _Passed):
            passed.append(found)
        else:
            alone.append(number)
    _write(passed, now)
    return alone


def late_seats(one: OpenRound, now: datetime) -> list[Seat]:
    """Return the unanswered seats of an open round whose time is up."""
    answered = {answer.seat_id for answer in one.sealed}
    return [
        seat
        for seat in one.seats
        if seat.awaited and seat.pk not in answered and seat.deadline and seat.deadline <= now
    ]


def _played_by_default(one: OpenRound, late: Sequence[Seat], days_off: DaysOff, now: datetime) -> _Passed | _Apart:
    """Return a match in which the default was played for all late seats, unless anything else must happen."""
    match, rhythms = one.match, rhythms_of(one.match, one.seats, now, days_off)
    people = {seat.pk for seat in one.seats if seat.awaited and is_played_by_person(seat)}
    # If all who still play are absent, more happens than defaults.
    if not all(_is_only_a_timeout(seat, rhythms) for seat in late) or not any(
        answer.seat_id in people and open_answer(answer).answered_by in IN_PERSON for answer in one.sealed
    ):
        return _Apart.ALONE
    try:
        game, state = game_of(match), state_of(match)
        for seat in late:
            seat.turn_missed, seat.timeouts_in_row = True, seat.timeouts_in_row + 1
        answered = {answer.seat_id for answer in one.sealed} | {seat.pk for seat in late}
        others = [seat for seat in one.seats if seat.awaited and seat.pk not in answered]
        defaults = []
        for seat in late:
            action = msgspec.to_builtins(game.default_action(state, seat.number))
            answer = checked_answer(match=match, seat=seat, action=action, now=now, by="default")
            defaults.append(NewAnswer(answer, match, seat, others))
        complete = complete_answers(match, one.seats, [*one.sealed, *[new.answer for new in defaults]], now)
        if complete is None:
            return _Passed(match, late, defaults, None)
        played = play_round(match, one.seats, *complete, now, days_off=days_off)
        # The end of a match has effects that only it should have to wait for, and so have further conditional moves.
        return _Apart.ALONE if played.match.is_over or played.more else _Passed(match, late, defaults, played)
    except SoftTimeLimitExceeded:
        return _Apart.TOO_LONG


def _is_only_a_timeout(seat: Seat, rhythms: Mapping[int, Rhythm]) -> bool:
    """True if nothing happens to a late seat but a timeout."""
    if not is_played_by_person(seat) or seat.turn_missed or has_conditional_moves(seat):
        return False
    if seat.excuses_left and not seat.extended:
        return False
    if seat.asked_at is None or seat.bank_seconds is None:
        return False
    if seat.timeouts_in_row + 1 >= policy.POLICY.timeouts_to_stand_in:
        return False
    # Its player's hours may have changed.
    return deadline(seat.asked_at, seat.bank_seconds, rhythms.get(seat.number, ALWAYS)) == seat.deadline


def _write(passed: Sequence[_Passed], now: datetime) -> None:
    """Write the defaults of matches, and the rounds that they complete."""
    missed = [seat for one in passed for seat in one.late]
    run_together(
        [
            *attendance(seats=missed, outcome="missed", now=now),
            *turn_withdrawal(seats={one.match.pk: one.late for one in passed if one.round}, now=now),
        ]
    )
    still_open = [one for one in passed if one.round is None]
    if still_open:
        fields = ["turn_missed", "timeouts_in_row"]
        run_together(changes([seat for one in still_open for seat in one.late], fields, within=["match"]))
        store_answers([new for one in still_open for new in one.defaults], now=now)
    write_rounds([one.round for one in passed if one.round], now=now)
