"""What a book of conditional moves holds, in the little room that every seat's book takes."""

from datetime import timedelta

import pytest

from engine.conditional_moves import MOST_MOVES, Condition, ConditionalMove, Preference
from foundation.vault import seal_to
from matches.conditional_moves.book import EMPTY_BOOK, ROOM, Book, open_book, sealed_book
from matches.models import ConditionalBook
from tests.matches.tables import NOON

SUITS = ("Suns", "Moons", "Crowns", "Arms")
RANKS = ("null", "Ace", "2", "3", "4", "5")
PASSES = [
    Preference(action={"act": "pass", "tile": suit[0] + rank[0]}, words=f"Pass and discard the {rank} of {suit}")
    for suit in SUITS
    for rank in RANKS
]


def long_move(number: int) -> ConditionalMove:
    passes = [PASSES[number * step % len(PASSES)] for step in (5, 7, 11)]
    patterns = [Preference(pattern=name, number=number * 37 % 20) for name in ("enough", "lowest", "highest")]
    bounds = {"coins": number * 29 % 17, "round": number * 13 % 9, "points": number * 41 % 23}
    when = tuple(Condition(fact, "at_least", bound) for fact, bound in bounds.items())
    return ConditionalMove("turn", (*passes, *patterns), when, "round", number * 7, "4")


LONG = Book(12_345, 14, NOON + timedelta(microseconds=486_561), tuple(map(long_move, range(MOST_MOVES))))


@pytest.mark.parametrize("book", [EMPTY_BOOK, LONG])
def test_a_book_opens_as_it_was_written(book: Book) -> None:
    assert open_book(ConditionalBook(sealed=sealed_book(book))) == book


def test_twelve_long_moves_fit_as_names_of_fields_take_no_room() -> None:
    assert len(sealed_book(LONG)) == len(sealed_book(EMPTY_BOOK))
    with pytest.raises(ValueError, match="do not fit"):
        seal_to(LONG, ROOM)
