"""The values of tiles and the die in TP5: null 1, ace 6, the others their number (T1)."""

from engine.language import mark, say
from engine.piecepack import TILES

RANK_OF = {1: "n", 2: "2", 3: "3", 4: "4", 5: "5", 6: "a"}
"""The rank of each value, as written in tile names."""

VALUES = tuple(RANK_OF)
ACE = 6

VALUE_OF = {tile: value for tile in TILES for value, rank in RANK_OF.items() if tile[1] == rank}

_ONE = {1: mark("null"), 2: mark("two"), 3: mark("three"), 4: mark("four"), 5: mark("five"), 6: mark("ace")}
_MANY = {1: mark("nulls"), 2: mark("twos"), 3: mark("threes"), 4: mark("fours"), 5: mark("fives"), 6: mark("aces")}
_A = {1: mark("a null"), 2: mark("a two"), 3: mark("a three"), 4: mark("a four"), 5: mark("a five"), 6: mark("an ace")}


def tile_of(suit: str, value: int) -> str:
    """Return the tile of a suit and a value: value 6 of Suns is `Sa`."""
    return suit + RANK_OF[value]


def one(value: int) -> str:
    """Return a value in words: "five", "ace"."""
    return say(_ONE[value])


def many(value: int) -> str:
    """Return a value of several tiles: "fives", "aces"."""
    return say(_MANY[value])


def a_value(value: int) -> str:
    """Return a value with its article: "a five", "an ace"."""
    return say(_A[value])


def short(value: int) -> str:
    """Return a value as short as it can be said: "null", "4", "ace"."""
    return one(value) if RANK_OF[value] in "na" else str(value)
