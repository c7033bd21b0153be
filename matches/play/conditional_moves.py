"""Add and change conditional moves."""

from collections.abc import Callable
from datetime import datetime

import msgspec
from django.db import transaction
from django.utils.translation import gettext

from engine.conditional_move_words import BadConditionalMove, check_conditional_moves, validate_move
from engine.conditional_moves import ConditionalMove, Moves
from foundation.errors import Forbidden, Refused, Stale
from matches import queue
from matches.conditional_moves.apply import write_books
from matches.conditional_moves.book import EMPTY_BOOK, Book, open_book, sealed_book
from matches.log.states import game_of, state_of
from matches.models import Answer, Match, Seat
from matches.play.answers import Actions, submit_answer
from matches.rounds.locking import lock_match
from matches.timeouts.timeouts import is_overdue, pass_deadlines
from matches.view.match_view import names_for

Change = Callable[[Match, Seat, Moves], Moves]


def save_conditional_move(
    *,
    match_id: int,
    user_id: int,
    step: int,
    move: ConditionalMove,
    now: datetime,
    version: int | None = None,
    instead_of: int | None = None,
) -> Match:
    """Add a conditional move to a player's book, or replace one.

    `step` is the open decision when the move was written. Overdue deadlines are handled first, so a move that
    comes too late answers nothing, whenever the sweep runs. Raises `Match.DoesNotExist`,
    `Forbidden`, `Stale`, and `Refused` for an invalid move.
    """
    if is_overdue(match_id=match_id, now=now):
        pass_deadlines(match_id=match_id, now=now)

    def changed(match: Match, seat: Seat, moves: Moves) -> Moves:
        if step != match.next_step:
            raise Stale(
                "table_moved_on",
                gettext("The table has moved on. Your conditional move was not added; look at the table as it is now."),
            )
        answered = match.answers.filter(step=match.next_step, seat=seat).exists()
        return _with_move(match, seat, moves, move, instead_of, since=match.next_step + answered)

    return _change(match_id, user_id, version, now, changed)


def remove_conditional_move(*, match_id: int, user_id: int, number: int, version: int, now: datetime) -> Match:
    """Remove a player's conditional move. Raises `Match.DoesNotExist`, `Forbidden`, `Stale` and `Refused`."""

    def changed(match: Match, seat: Seat, moves: Moves) -> Moves:
        _move_of(moves, number)
        return moves[:number] + moves[number + 1 :]

    return _change(match_id, user_id, version, now, changed)


def raise_conditional_move(*, match_id: int, user_id: int, number: int, version: int, now: datetime) -> Match:
    """Move a conditional move up by one place; the first that fits is used."""

    def changed(match: Match, seat: Seat, moves: Moves) -> Moves:
        move, above = _move_of(moves, number), max(number - 1, 0)
        others = moves[:number] + moves[number + 1 :]
        return (*others[:above], move, *others[above:])

    return _change(match_id, user_id, version, now, changed)


def answer_and_save_conditional_move(
    *, match_id: int, user_id: int, step: int, actions: Actions, move: ConditionalMove, now: datetime
) -> Answer:
    """Seal an answer and add a conditional move for a later decision, both or neither. Return the last answer.

    Overdue deadlines are handled first, and stay handled even if the rest is refused.
    """
    if is_overdue(match_id=match_id, now=now):
        pass_deadlines(match_id=match_id, now=now)

    def changed(match: Match, seat: Seat, moves: Moves) -> Moves:
        return _with_move(match, seat, moves, move, None, since=match.next_step + 1)

    with transaction.atomic():
        answer = submit_answer(match_id=match_id, user_id=user_id, step=step, actions=actions, now=now)
        _change(match_id, user_id, None, now, changed)
    return answer


def _change(match_id: int, user_id: int, version: int | None, now: datetime, changed: Change) -> Match:
    with transaction.atomic():
        match = lock_match(match_id)
        seats = list(match.seats.select_related("user", "conditional_book"))
        seat = next((seat for seat in seats if seat.user_id == user_id), None)
        if seat is None or seat.resigned_at:
            raise Forbidden("not_your_seat", gettext("You have no seat at this table. You may watch it."))
        if match.status not in Match.GOING_ON:
            raise Stale(
                "match_not_running", gettext("This match is not running. Load the table again to see it as it stands.")
            )
        rows = {other.pk: open_book(getattr(other, "conditional_book", None)) for other in seats}
        book = rows[seat.pk] if rows[seat.pk].owner == user_id else EMPTY_BOOK
        if version is not None and version != book.version:
            raise Stale(
                "conditional_moves_changed",
                gettext("Your conditional moves have changed since this page was made. Look at them as they are now."),
            )
        moves = changed(match, seat, book.moves)
        rows[seat.pk] = validate_book(Book(user_id, book.version + 1, now, moves))
        write_books({match.pk: rows})
        queue.enqueue_resolve_round(match.pk)
    return match


def _with_move(
    match: Match, seat: Seat, moves: Moves, move: ConditionalMove, instead_of: int | None, *, since: int
) -> Moves:
    game = game_of(match)
    seen = game.observation(state_of(match), seat.number)
    try:
        sound = validate_move(game, move, seen, names_for(match, seat.number))
    except BadConditionalMove as error:
        raise Refused(error.code, error.message) from error
    sound = msgspec.structs.replace(sound, since=since, period=game.conditionals.period(seen))
    if instead_of is None:
        return (*moves, sound)
    _move_of(moves, instead_of)
    return (*moves[:instead_of], sound, *moves[instead_of + 1 :])


def _move_of(moves: Moves, number: int) -> ConditionalMove:
    if not 0 <= number < len(moves):
        raise Stale(
            "no_such_conditional_move",
            gettext("This conditional move no longer exists. Load the table again."),
        )
    return moves[number]


def validate_book(book: Book) -> Book:
    """Return the book unless it is too long. Raises `Refused`."""
    try:
        check_conditional_moves(book.moves)
        sealed_book(book)
    except BadConditionalMove as error:
        raise Refused(error.code, error.message) from error
    except ValueError as error:
        raise Refused(
            "conditional_moves_too_long",
            gettext("Your conditional moves are too long. Remove one, or name fewer answers."),
        ) from error
    return book
