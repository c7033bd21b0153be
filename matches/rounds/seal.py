"""Seal answers of awaited seats, whatever their source."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from engine import IllegalAction, NotAsked
from engine.log import AnsweredBy
from foundation.errors import Refused, Stale
from foundation.rows import Write, insertion, run_together
from matches import live, queue
from matches.conditional_moves.apply import has_conditional_moves, settled_at, unanswered_seats, write_books
from matches.conditional_moves.book import open_book, try_moves
from matches.log.sealed_answers import make_answer
from matches.log.states import game_of, state_of
from matches.models import Answer, ConditionalBook, Match, Seat
from matches.notices import turn_withdrawal

KEY = ("match", "step", "seat")
CHANGED = ("sealed", "commitment", "made_at", "completes")


class NewAnswer(NamedTuple):
    """An answer that is not stored yet."""

    answer: Answer
    match: Match
    seat: Seat
    others: Sequence[Seat]
    """The other seats of the open round without an answer, with their books."""


def seal_answer(
    *,
    match: Match,
    seat: Seat,
    action: Any,
    now: datetime,
    by: AnsweredBy,
    decided: datetime | None = None,
    others: Sequence[Seat] | None = None,
    along: Sequence[Write] = (),
) -> Answer:
    """Validate and store an awaited seat's answer. The match must be locked.

    `others`: the other seats of the open round without an answer, if they were read under the same lock.
    `along`: what is written in the same round trip.
    """
    answer = checked_answer(match=match, seat=seat, action=action, now=now, by=by, decided=decided)
    if others is None:
        others = [other for other in unanswered_seats(match) if other.pk != seat.pk]
    store_answers([NewAnswer(answer, match, seat, others)], now=now, along=along)
    return answer


def checked_answer(
    *, match: Match, seat: Seat, action: Any, now: datetime, by: AnsweredBy, decided: datetime | None = None
) -> Answer:
    """Return an awaited seat's answer, not stored yet. Raises `Refused` and `Stale`."""
    game = game_of(match)
    try:
        typed = game.action_from(action)
        game.check(state_of(match), seat.number, typed)
    except NotAsked as error:
        raise Stale(error.code, error.message) from error
    except IllegalAction as error:
        raise Refused(error.code, error.message) from error
    return make_answer(match=match, seat=seat, action=typed, now=now, by=by, decided=decided)


def store_answers(new: Sequence[NewAnswer], *, now: datetime, along: Sequence[Write] = ()) -> None:
    """Store checked answers, each of another seat, and what follows from them. Their matches must be locked."""
    seats: dict[int, list[Seat]] = {}
    for one in new:
        seats.setdefault(one.match.pk, []).append(one.seat)
    # The last answer of a match knows who is unanswered after all of them.
    last = {one.match.pk: one for one in new}
    for one in last.values():
        one.answer.completes = not one.others
    sealed = insertion([one.answer for one in new], same=KEY, update=CHANGED)
    run_together([*along, *turn_withdrawal(seats=seats, now=now), sealed])
    for match_id, one in last.items():
        if one.answer.completes:
            queue.enqueue_resolve_complete(match_id)
        # Conditional moves may answer for all who are awaited.
        elif all(has_conditional_moves(other) for other in one.others):
            queue.enqueue_resolve_round(match_id)
    live.push_matches({number: () for number, one in last.items() if one.others and not one.match.hide_answered})


def seal_conditional_answer(*, match: Match, seat: Seat, state: Any, now: datetime) -> bool:
    """Seal what an overdue seat's conditional moves answer. Return True if they do. The match must be locked."""
    book = open_book(getattr(seat, "conditional_book", None))
    found = try_moves(match, state, seat, book)
    if found is None:
        return False
    action, decided = msgspec.to_builtins(found.action), settled_at(seat, book, now)
    # The envelope appears now, but the clock stops when the conditional move was settled.
    seal_answer(match=match, seat=seat, action=action, now=now, by="conditional_move", decided=decided)
    rows = {row.seat_id: open_book(row) for row in ConditionalBook.objects.filter(seat__match=match)}
    used = found.move
    if book.moves[used].lasts == "once":
        left = book.moves[:used] + book.moves[used + 1 :]
        rows[seat.pk] = msgspec.structs.replace(book, moves=left, version=book.version + 1)
    write_books({match.pk: rows})
    return True
