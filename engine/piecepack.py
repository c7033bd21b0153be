"""The piecepack: four suits, six ranks, and how its tiles, coins and dice are written.

A tile or die face is a suit letter and a rank, as in Portable Piecepack Notation: `S5` is the 5 of
Suns, `Ma` the ace of Moons, `Cn` the null of Crowns.
"""

SUITS = ("S", "M", "C", "A")
RANKS = ("n", "a", "2", "3", "4", "5")
SUIT_NAMES = {"S": "Suns", "M": "Moons", "C": "Crowns", "A": "Arms"}
RANK_NAMES = {"n": "null", "a": "ace"} | {rank: rank for rank in RANKS[2:]}

TILES = tuple(suit + rank for suit in SUITS for rank in RANKS)
"""All 24 tiles, by suit, then by value."""

VALUE = {tile: RANKS.index(tile[1]) for tile in TILES}
"""The value of a tile in most games: null 0, ace 1, then its number."""

INDEX = {tile: index for index, tile in enumerate(TILES)}


def tile_words(tile: str) -> str:
    """Name a tile in words: "5 of Suns", "ace of Moons", "null of Crowns"."""
    return f"{RANK_NAMES[tile[1]]} of {SUIT_NAMES[tile[0]]}"


def die_words(face: str) -> str:
    """Name a die's face in words, suit first: "Suns 5", "Moons ace"."""
    return f"{SUIT_NAMES[face[0]]} {RANK_NAMES[face[1]]}"


def and_list(words: list[str]) -> str:
    """Join words as a sentence does: "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
