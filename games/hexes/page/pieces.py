"""The pieces that only this game has: single hexes, and a board of hexes."""

from engine.words import upper_first
from foundation.drawings import PieceKind
from foundation.kept_drawings import Drawn
from games.hexes.rules.tiles import HEXES, the_hex_words
from games.hexes.templatetags import hex_board, hexes

SHEET = "hexes/hexes.css"


def _hex(tile: str) -> Drawn:
    return hexes.hex(tile, decorative=True)


def _board(text: str) -> Drawn:
    return hex_board.hex_picture(hex_board.sample_of(text)["board"])


def _board_words(text: str) -> str:
    return ", ".join(hex_board.laid_words(laid) for laid in hex_board.sample_of(text)["board"])


def _hexes_by_name() -> dict[str, str]:
    # In German an answer keeps its capital within a sentence.
    return {name: tile for tile in HEXES for name in (the_hex_words(tile), upper_first(the_hex_words(tile)))}


KINDS = {
    "x": PieceKind("hexes/pieces/hex.svg", _hex, hexes.hex_name, 58, 66, sheet=SHEET, by_name=_hexes_by_name),
    # Each board is another, and takes many kilobytes.
    "b": PieceKind("hexes/pieces/picture.svg", _board, _board_words, 680, 420, sheet=SHEET, is_kept=False),
}
