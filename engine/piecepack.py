"""The piecepack: four suits, six ranks, and how its tiles, coins and dice are written.

A tile or die face is a suit letter and a rank, as in Portable Piecepack Notation: `S5` is the 5 of
Suns, `Ma` the ace of Moons, `Cn` the null of Crowns.
"""

from collections.abc import Sequence

from engine.words import and_list

SUITS = ("S", "M", "C", "A")
RANKS = ("n", "a", "2", "3", "4", "5")
SUIT_NAMES = {"S": "Suns", "M": "Moons", "C": "Crowns", "A": "Arms"}
RANK_NAMES = {"n": "null", "a": "ace"} | {rank: rank for rank in RANKS[2:]}

TILES = tuple(suit + rank for suit in SUITS for rank in RANKS)
"""All 24 tiles, sorted by suit, then by value."""

VALUE = {tile: RANKS.index(tile[1]) for tile in TILES}
"""The value of a tile in most games: null 0, ace 1, then its number."""

INDEX = {tile: index for index, tile in enumerate(TILES)}


def tile_words(tile: str) -> str:
    """Describe a tile: "5 of Suns", "ace of Moons", "null of Crowns"."""
    return f"{RANK_NAMES[tile[1]]} of {SUIT_NAMES[tile[0]]}"


def die_words(face: str) -> str:
    """Describe a die's face, suit first: "Suns 5", "Moons ace"."""
    return f"{SUIT_NAMES[face[0]]} {RANK_NAMES[face[1]]}"


def tiles_words(tiles: Sequence[str], article: str = "the ") -> str:
    """Describe several tiles: "the 4 of Arms and the ace of Suns"."""
    return and_list([f"{article}{tile_words(tile)}" for tile in tiles])


def hand_words(tiles: Sequence[str]) -> str:
    """Describe a hand suit by suit: "the null and 3 of Suns and the 5 of Arms"."""
    ranks: dict[str, list[str]] = {}
    for tile in tiles:
        ranks.setdefault(tile[0], []).append(RANK_NAMES[tile[1]])
    return and_list([f"the {and_list(names)} of {SUIT_NAMES[suit]}" for suit, names in ranks.items()])
