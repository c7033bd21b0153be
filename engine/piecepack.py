"""The piecepack: four suits, six ranks, and how its tiles, coins and dice are written.

A tile or die face is a suit letter and a rank, as in Portable Piecepack Notation: `S5` is the 5 of
Suns, `Ma` the ace of Moons, `Cn` the null of Crowns.
"""

from collections.abc import Mapping, Sequence

from engine.language import cached_by_language, mark, say
from engine.words import and_list

SUITS = ("S", "M", "C", "A")
RANKS = ("n", "a", "2", "3", "4", "5")
SUIT_NAMES = {"S": mark("Suns"), "M": mark("Moons"), "C": mark("Crowns"), "A": mark("Arms")}
RANK_NAMES = {"n": mark("null"), "a": mark("ace")} | {rank: rank for rank in RANKS[2:]}

TILES = tuple(suit + rank for suit in SUITS for rank in RANKS)
"""All 24 tiles, sorted by suit, then by value."""

VALUE = {tile: RANKS.index(tile[1]) for tile in TILES}
"""The value of a tile in most games: null 0, ace 1, then its number."""

INDEX = {tile: index for index, tile in enumerate(TILES)}

_TILES = {"n": mark("null of {suit}"), "a": mark("ace of {suit}"), "": mark("{rank} of {suit}")}
_THE_TILES = {"n": mark("the null of {suit}"), "a": mark("the ace of {suit}"), "": mark("the {rank} of {suit}")}


@cached_by_language
def suit_words(suit: str) -> str:
    """Name a suit: "Suns"."""
    return say(SUIT_NAMES[suit])


def rank_words(rank: str) -> str:
    """Name a rank: "null", "ace", "4"."""
    return say(RANK_NAMES[rank]) if rank in "na" else rank


@cached_by_language
def tile_words(tile: str) -> str:
    """Describe a tile: "5 of Suns", "ace of Moons", "null of Crowns"."""
    return _words_from(tile, _TILES)


@cached_by_language
def the_tile_words(tile: str) -> str:
    """Describe a tile with its article, which may depend on its rank: "the 5 of Suns", "the ace of Moons"."""
    return _words_from(tile, _THE_TILES)


def _words_from(tile: str, messages: Mapping[str, str]) -> str:
    return say(messages.get(tile[1], messages[""]), rank=tile[1], suit=suit_words(tile[0]))


@cached_by_language
def die_words(face: str) -> str:
    """Describe a die's face, suit first: "Suns 5", "Moons ace"."""
    return say("{suit} {rank}", context="die", suit=suit_words(face[0]), rank=rank_words(face[1]))


def tiles_words(tiles: Sequence[str], article: str = "the ") -> str:
    """Describe several tiles: "the 4 of Arms and the ace of Suns", or without an article."""
    return and_list([the_tile_words(tile) if article else tile_words(tile) for tile in tiles])


def hand_words(tiles: Sequence[str]) -> str:
    """Describe a hand suit by suit: "the null and 3 of Suns and the 5 of Arms"."""
    ranks: dict[str, list[str]] = {}
    for tile in tiles:
        ranks.setdefault(tile[0], []).append(rank_words(tile[1]))
    held = [say("the {ranks} of {suit}", ranks=and_list(names), suit=suit_words(suit)) for suit, names in ranks.items()]
    return and_list(held)
