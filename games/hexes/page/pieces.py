"""The pieces that only this game has: single hexes, and a board of hexes."""

from foundation.drawings import Drawn, PieceKind
from games.hexes.templatetags import hex_board, hexes

SHEET = "hexes/hexes.css"


def _hex(tile: str) -> Drawn:
    return hexes.hex(tile, decorative=True)


def _board(text: str) -> Drawn:
    return hex_board.hex_picture(hex_board.sample_of(text)["board"])


def _board_words(text: str) -> str:
    return ", ".join(hex_board.laid_words(laid) for laid in hex_board.sample_of(text)["board"])


KINDS = {
    "x": PieceKind("hexes/pieces/hex.svg", _hex, hexes.hex_name, 58, 66, sheet=SHEET),
    "b": PieceKind("hexes/pieces/picture.svg", _board, _board_words, 680, 420, sheet=SHEET),
}
