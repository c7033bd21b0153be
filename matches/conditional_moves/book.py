"""Decrypt a seat's book of conditional moves and try it."""

import logging
from datetime import UTC, datetime
from typing import Any

import msgspec

from engine.conditional_moves import Chosen, Condition, ConditionalMove, Lasts, Moves, Preference, Test, chosen
from foundation.vault import seal_to, unseal
from matches.log.states import game_of, state_of
from matches.models import ConditionalBook, Match, Seat

logger = logging.getLogger(__name__)

ROOM = 575
"""The size in bytes of every sealed book, even an empty one: what twelve long moves take when they are compressed.

So a page of PostgreSQL holds twelve books, and none of their bytes pads a block of the cipher.
"""

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class Book(msgspec.Struct, frozen=True):
    """The content of a seat's sealed book of conditional moves."""

    owner: int = 0
    """The user who wrote the book, which does not bind a later holder of the seat."""
    version: int = 0
    """The number of changes, used to detect forms made for an older version."""
    saved_at: datetime = LONG_AGO
    moves: Moves = ()


EMPTY_BOOK = Book()


class _KeptMove(msgspec.Struct, frozen=True, array_like=True):
    kind: str
    preferences: tuple[tuple[dict[str, Any] | str, int, str], ...]
    when: tuple[tuple[str, Test, int], ...]
    lasts: Lasts
    since: int
    period: str


class _KeptBook(msgspec.Struct, frozen=True, array_like=True):
    """A book as it is kept: without the names of its fields, which would take a tenth of the room."""

    owner: int
    version: int
    saved_at: datetime
    moves: tuple[_KeptMove, ...]


def open_book(row: ConditionalBook | None) -> Book:
    """Decrypt a seat's book."""
    return EMPTY_BOOK if row is None else _opened(unseal(row.sealed, _KeptBook))


def sealed_book(book: Book) -> bytes:
    """Encrypt a seat's book. Raises `ValueError` if it is too long."""
    return seal_to(_kept(book), ROOM)


def _kept(book: Book) -> _KeptBook:
    return _KeptBook(book.owner, book.version, book.saved_at, tuple(map(_kept_move, book.moves)))


def _kept_move(move: ConditionalMove) -> _KeptMove:
    preferences = tuple(
        (one.pattern if one.action is None else one.action, one.number, one.words) for one in move.preferences
    )
    when = tuple((one.fact, one.test, one.number) for one in move.when)
    return _KeptMove(move.kind, preferences, when, move.lasts, move.since, move.period)


def _opened(kept: _KeptBook) -> Book:
    return Book(kept.owner, kept.version, kept.saved_at, tuple(map(_opened_move, kept.moves)))


def _opened_move(kept: _KeptMove) -> ConditionalMove:
    preferences = tuple(
        Preference(pattern=what, number=number, words=words)
        if isinstance(what, str)
        else Preference(action=what, number=number, words=words)
        for what, number, words in kept.preferences
    )
    when = tuple(Condition(*one) for one in kept.when)
    return ConditionalMove(kept.kind, preferences, when, kept.lasts, kept.since, kept.period)


def in_force(seat: Seat, book: Book) -> bool:
    """True if a seat uses its book: its player wrote it, and no bot holds the seat."""
    mine = bool(book.moves) and book.owner == seat.user_id
    return mine and not seat.played_by_bot and seat.resigned_at is None


def try_moves(match: Match, state: Any, seat: Seat, book: Book) -> Chosen | None:
    """Return the answer of a seat's book to the open round, based on what the seat may know."""
    if not seat.awaited or not in_force(seat, book):
        return None
    game = game_of(match)
    seen, legal = game.observation(state, seat.number), game.legal_actions(state, seat.number)
    try:
        return chosen(game, book.moves, seen, seat.number, legal, step=match.next_step)
    except Exception as error:  # noqa: BLE001 - a failure must not hold up the table: its player is asked
        # Log only the exception's type: its message may contain what a seat sees.
        logger.error("The conditional moves of a seat failed at match %s: %s", match.pk, type(error).__name__)
        return None


def is_settled(seat: Seat) -> bool:
    """True if conditional moves answer for an awaited seat, fetched with its match, user and book."""
    book = open_book(getattr(seat, "conditional_book", None))
    return in_force(seat, book) and try_moves(seat.match, state_of(seat.match), seat, book) is not None
