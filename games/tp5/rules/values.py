"""What tiles and the die are worth in TP5: null 1, ace 6, the others their number (T1)."""

from games.rules.piecepack import TILES

RANK_OF = {1: "n", 2: "2", 3: "3", 4: "4", 5: "5", 6: "a"}
"""The rank that a value is written with."""

VALUES = tuple(RANK_OF)
ACE = 6

VALUE_OF = {tile: value for tile in TILES for value, rank in RANK_OF.items() if tile[1] == rank}

ONE = {1: "null", 2: "two", 3: "three", 4: "four", 5: "five", 6: "ace"}
MANY = {1: "nulls", 2: "twos", 3: "threes", 4: "fours", 5: "fives", 6: "aces"}


def tile_of(suit: str, value: int) -> str:
    """The tile of a suit and a value: the six of Suns is `Sa`."""
    return suit + RANK_OF[value]


def a_value(value: int) -> str:
    """A value with its article: "a five", "an ace"."""
    return f"{'an' if value == ACE else 'a'} {ONE[value]}"
