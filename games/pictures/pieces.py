"""How each kind of piece is drawn and named, by the letter that its text begins with."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.template.loader import render_to_string

from games.rules.piecepack import RANKS
from games.templatetags import hex_board, hexes, pieces, plaques

Drawn = dict[str, Any]


class Kind(NamedTuple):
    """A kind of piece: its template, what that is given, its words, and how large it is drawn."""

    template: str
    given: Callable[[str], Drawn]
    words: Callable[[str], str]
    width: float
    height: float


def _tile_words(face: str) -> str:
    return pieces.tile_name(face) if face else "a tile face down"


def _coin(rank: str) -> Drawn:
    return pieces.bid_coin(RANKS.index(rank), decorative=True)


def _coin_words(rank: str) -> str:
    return f"coin {RANKS.index(rank)}"


def _plaque_words(plaque: str) -> str:
    return plaques.plaque_name(plaque) if plaque else "a plaque face down"


def _plaque(plaque: str) -> Drawn:
    return plaques.small_plaque(plaque, decorative=True)


def _board(text: str) -> Drawn:
    return hex_board.hex_picture(hex_board.sample_of(text)["board"])


def _board_words(text: str) -> str:
    return ", ".join(hex_board.laid_words(laid) for laid in hex_board.sample_of(text)["board"])


KINDS = {
    "t": Kind("pieces/tile.svg", lambda face: pieces.tile(face, decorative=True), _tile_words, 50, 53),
    "d": Kind("pieces/die.svg", lambda face: pieces.die(face, decorative=True), pieces.die_name, 48, 48),
    "c": Kind("pieces/bid_coin.svg", _coin, _coin_words, 40, 40),
    "p": Kind(
        "pieces/pawn.svg",
        lambda suit: pieces.pawn(suit, decorative=True),
        lambda suit: f"the pawn of {pieces.suit_name(suit)}",
        30,
        52.5,
    ),
    "k": Kind("pieces/plaque_small.svg", _plaque, _plaque_words, 42, 60),
    "x": Kind("pieces/hex.svg", lambda tile: hexes.hex(tile, decorative=True), hexes.hex_name, 58, 66),
    "b": Kind("games/pictures/hex_board.svg", _board, _board_words, 680, 420),
}
BACKS = {"k": "pieces/plaque_small_back.svg"}
"""Templates of pieces that are drawn otherwise face down."""


def drawing_of(piece: str) -> str:
    """Draw a piece, to fill whatever it stands in."""
    letter, face = piece[0], piece[1:]
    kind = KINDS[letter]
    if not face and letter in BACKS:
        return render_to_string(BACKS[letter], {"name": ""})
    return render_to_string(kind.template, kind.given(face))


def words_of(piece: str) -> str:
    """Name a piece."""
    return KINDS[piece[0]].words(piece[1:])
