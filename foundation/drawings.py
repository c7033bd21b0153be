"""How each kind of piece is drawn and named, by the first letter of its text.

This module defines the pieces of the piecepack. Games register their own pieces with `register` when Django
starts.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from engine.piecepack import RANKS, TILES, die_words, suit_words, tile_words
from foundation.kept_drawings import KEPT, Drawn
from foundation.language import language_read
from foundation.templatetags import pieces


class PieceKind(NamedTuple):
    """A kind of piece: its template and context, its name, and its size."""

    template: str
    given: Callable[[str], Drawn]
    words: Callable[[str], str]
    width: float
    height: float
    back: str = ""
    """The template of the piece face down, if it has its own."""
    sheet: str = "css/pieces.css"
    """Its style sheet."""
    figures: str = ""
    """The static file with the drawings it refers to."""
    is_kept: bool = True
    """True if it has so few faces that each is drawn once and then kept."""
    by_name: Callable[[], Mapping[str, str]] = dict
    """Returns the faces by their names within a sentence, in the language that is read now."""


KINDS: dict[str, PieceKind] = {}


def register(letter: str, kind: PieceKind) -> None:
    """Register a kind of piece. Raises `ValueError` if another kind has the letter."""
    if KINDS.setdefault(letter, kind).template != kind.template:
        raise ValueError(f"The letter {letter} stands for another kind of piece.")


def drawing_of(piece: str) -> SafeString:
    """Draw a piece so that it fills its container."""
    return _kept(language_read(), piece) if KINDS[piece[0]].is_kept else _drawn(piece)


@lru_cache(KEPT)
def _kept(_language: str, piece: str) -> SafeString:
    return _drawn(piece)


def _drawn(piece: str) -> SafeString:
    kind, face = KINDS[piece[0]], piece[1:]
    if not face and kind.back:
        return render_to_string(kind.back, {"name": ""})
    return render_to_string(kind.template, kind.given(face))


def words_of(piece: str) -> str:
    """Name a piece."""
    return KINDS[piece[0]].words(piece[1:])


def pieces_by_name() -> dict[str, str]:
    """Return every piece that sentences name, by its name in the language that is read now."""
    return {name: letter + face for letter, kind in KINDS.items() for name, face in kind.by_name().items()}


def _tile_words(face: str) -> str:
    return pieces.tile_name(face) if face else gettext("a tile face down")


def _coin(rank: str) -> Drawn:
    return pieces.bid_coin(RANKS.index(rank), decorative=True)


def _coin_words(rank: str) -> str:
    return gettext("coin {number}").format(number=RANKS.index(rank))


def _number_of_coins(number: str) -> Drawn:
    return pieces.bid_coin(int(number), decorative=True)


def _number_words(number: str) -> str:
    return pieces.counted_words(int(number), "coin")


def _sign(seat: str) -> Drawn:
    return pieces.seat_mark(int(seat), decorative=True)


def _sign_words(seat: str) -> str:
    return gettext("the sign of {suit}").format(suit=pieces.mark_of(int(seat)).words)


def _pawn(suit: str) -> Drawn:
    return pieces.pawn(suit, decorative=True)


def _pawn_words(suit: str) -> str:
    return gettext("the pawn of {suit}").format(suit=suit_words(suit))


def _tiles_by_name() -> dict[str, str]:
    return {tile_words(face): face for face in TILES}


def _tile(face: str) -> Drawn:
    return pieces.tile(face, decorative=True)


register("t", PieceKind("pieces/tile.svg", _tile, _tile_words, 50, 53, by_name=_tiles_by_name))
register("d", PieceKind("pieces/die.svg", lambda face: pieces.die(face, decorative=True), die_words, 48, 48))
register("c", PieceKind("pieces/bid_coin.svg", _coin, _coin_words, 40, 40))
register("p", PieceKind("pieces/pawn.svg", _pawn, _pawn_words, 30, 52.5))
register("o", PieceKind("pieces/bid_coin.svg", _number_of_coins, _number_words, 40, 40))
register("i", PieceKind("pieces/seat_mark.svg", _sign, _sign_words, 24, 24))
