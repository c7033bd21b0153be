"""Decrypt a seat's book of conditional moves and try it."""

import logging
from datetime import UTC, datetime
from typing import Any

import msgspec

from engine.conditional_moves import Chosen, Moves, chosen
from foundation.vault import seal_to, unseal
from matches.log.states import game_of, state_of
from matches.models import ConditionalBook, Match, Seat

logger = logging.getLogger(__name__)

ROOM = 640
"""The size in bytes of every sealed book, even an empty one: what twelve long moves take when they are compressed."""

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


def open_book(row: ConditionalBook | None) -> Book:
    """Decrypt a seat's book."""
    return EMPTY_BOOK if row is None else unseal(row.sealed, Book)


def sealed_book(book: Book) -> bytes:
    """Encrypt a seat's book. Raises `ValueError` if it is too long."""
    return seal_to(book, ROOM)


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
