"""How a position is written down: rows of pieces, of which pictures and Portable Piecepack Notation are made.

A *piece* is a text. Pieces of the piecepack are written as Portable Piecepack Notation has them: `tS5` is
the 5 of Suns, `t` a tile face down, `dMa` a die that shows the ace of Moons, `c3` a coin of value 3, `pC` the
pawn of Crowns. Games with pieces of their own write them with another letter; `games/pictures.py` says which
letters can be drawn.
"""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

V_contra = TypeVar("V_contra", contravariant=True)

FACE_DOWN = "t"
"""A tile of which the reader does not know what it is."""


class Row(NamedTuple):
    """Pieces that lie together: a hand, a row on the table, the dice."""

    label: str
    """What they are; empty for what is in front of a seat, which is called by its name."""
    pieces: tuple[str, ...] = ()
    """Texts of pieces; an empty text is an empty place."""
    player: int | None = None
    note: str = ""
    """More in words: points, coins."""
    fixed: bool = False
    """Whether each piece has a place of its own, and not only the row."""
    marks: tuple[tuple[int, ...], ...] = ()
    """For each piece the seats that have laid claim to it."""


class Notation(Generic[V_contra]):
    """A game's positions as rows. This default writes none."""

    piecepack = False
    """Whether all its pieces are of the piecepack, so that it can be written in its notation."""

    def rows(self, seen: V_contra, *, over: bool) -> Sequence[Row]:
        """Write a position as its reader sees it: always the same rows in the same order.

        `over`: the match has ended, so what everyone could have worked out may be shown as well.
        """
        return ()


def number_of(count: int, noun: str) -> str:
    """Count something: "1 coin", "3 coins"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
