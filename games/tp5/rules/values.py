"""The values of tiles and the die in TP5: null 1, ace 6, the others their number (T1)."""

from engine.piecepack import TILES

RANK_OF = {1: "n", 2: "2", 3: "3", 4: "4", 5: "5", 6: "a"}
"""The rank of each value, as written in tile names."""

VALUES = tuple(RANK_OF)
ACE = 6

VALUE_OF = {tile: value for tile in TILES for value, rank in RANK_OF.items() if tile[1] == rank}

ONE = {1: "null", 2: "two", 3: "three", 4: "four", 5: "five", 6: "ace"}
MANY = {1: "nulls", 2: "twos", 3: "threes", 4: "fours", 5: "fives", 6: "aces"}


def tile_of(suit: str, value: int) -> str:
    """Return the tile of a suit and a value: value 6 of Suns is `Sa`."""
    return suit + RANK_OF[value]


def a_value(value: int) -> str:
    """Return a value with its article: "a five", "an ace"."""
    return f"{'an' if value == ACE else 'a'} {ONE[value]}"
