"""Positions as rows of pieces, the source of pictures and of Portable Piecepack Notation.

A *piece* is a text. Pieces of the piecepack use Portable Piecepack Notation: `tS5` is the 5 of Suns,
`t` a tile face down, `dMa` a die showing the ace of Moons, `c3` a coin of value 3, `pC` the pawn of Crowns.
Games with pieces of their own use other letters; `foundation/drawings.py` keeps the letters that can be drawn.
"""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from engine.language import mark

V_contra = TypeVar("V_contra", contravariant=True)

FACE_DOWN = "t"
"""A tile that the reader cannot identify."""


class Row(NamedTuple):
    """Pieces that lie together: a hand, a row on the table, the dice."""

    label: str
    """What the pieces are; empty for a seat's own row, which bears the player's name."""
    pieces: tuple[str, ...] = ()
    """Pieces as texts; an empty text is an empty place."""
    player: int | None = None
    note: str = ""
    """Further details in words: points, coins."""
    fixed: bool = False
    """True if each piece has a fixed place in the row."""
    marks: tuple[tuple[int, ...], ...] = ()
    """For each piece, the seats that have claimed it."""


class Notation(Generic[V_contra]):
    """A game's positions as rows. This default has none."""

    piecepack = False
    """True if the game uses only piecepack pieces, so that it can be exported in the notation."""
    score_name = mark("points")
    """What `scores` counts, in the plural."""

    def rows(self, seen: V_contra, *, over: bool) -> Sequence[Row]:
        """Return a position as its reader sees it, always as the same rows in the same order.

        `over`: the match has ended, so facts that everyone could deduce may be shown as well.
        """
        return ()

    def scores(self, seen: V_contra, end: V_contra) -> Sequence[int]:
        """Return every seat's score in a position of a match that has ended in `end`, both as a spectator sees them.

        The chart of a finished match draws them. None by default.
        """
        return ()
