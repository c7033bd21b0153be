"""The small picture of a position on a list of tables: the pieces in the middle, large enough to be recognised."""

from typing import NamedTuple

from django.utils.safestring import SafeString

from engine.notation import Row
from engine.view import MatchView
from foundation.drawings import KINDS, drawing_of
from games.registry import GAMES
from matches.view.exports import rows_of

SHOWN = 6
GAP = 8
LEAST_WIDTH = 270
LEAST_HEIGHT = 84


class Piece(NamedTuple):
    """A piece at its place in the picture."""

    x: float
    y: float
    width: float
    height: float
    drawing: SafeString


class Small(NamedTuple):
    """A picture: its frame, its pieces, and the style sheets that these need."""

    width: float
    height: float
    pieces: tuple[Piece, ...]
    sheets: tuple[str, ...]


def small_picture(view: MatchView) -> Small | None:
    """Draw what lies in the middle of the table, or else what lies before the reader; None if nothing lies there."""
    pieces = _shown(view)
    if not pieces:
        return None
    kinds = [KINDS[piece[0]] for piece in pieces]
    whole = sum(kind.width for kind in kinds) + GAP * (len(pieces) - 1)
    width, height = max(whole, LEAST_WIDTH), max(LEAST_HEIGHT, *(kind.height for kind in kinds))
    x, placed = (width - whole) / 2, []
    for piece, kind in zip(pieces, kinds, strict=True):
        drawing = drawing_of(piece)
        placed.append(Piece(x, (height - kind.height) / 2, kind.width, kind.height, drawing))
        x += kind.width + GAP
    return Small(width, height, tuple(placed), tuple(dict.fromkeys(kind.sheet for kind in kinds)))


def _shown(view: MatchView) -> list[str]:
    """Return the last pieces of the first row that has any, the reader's own row after those of the table."""
    rows = rows_of(GAMES[view.slug], view, view.seen) if view.seen is not None else ()
    for row in sorted(rows, key=lambda row: _rank(row, view)):
        if pieces := [piece for piece in row.pieces if piece]:
            return pieces[-SHOWN:]
    return []


def _rank(row: Row, view: MatchView) -> int:
    if row.player is None:
        return 0
    return 1 if row.player == view.me else 2
