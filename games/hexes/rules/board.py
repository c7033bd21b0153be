"""The board: cells in axial coordinates, their neighbours, the hexes laid on them and edges that match."""

from bisect import bisect_left
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

import msgspec

from games.hexes.rules.tiles import TURNED, is_special

Cell = tuple[int, int]
"""Axial coordinates (q, r); r grows downward."""

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # H2
"""Steps to the neighbours, clockwise from edge 0 (right)."""

OPPOSITE = (3, 4, 5, 0, 1, 2)
"""For each edge, the edge of the neighbour that it meets."""

_in_reading_order = itemgetter(1, 0)


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A hex on the board, with its cell and rotation."""

    hex: str
    q: int
    r: int
    rotation: int

    @property
    def cell(self) -> Cell:
        """The cell it lies on."""
        return self.q, self.r

    @property
    def colours(self) -> str:
        """The letters of its edges as it lies, clockwise from edge 0."""
        return TURNED[self.hex][self.rotation]

    @property
    def special(self) -> bool:
        """True if it has the black dot."""
        return is_special(self.hex)


class Meeting(msgspec.Struct, frozen=True, gc=False):
    """An edge of the hex at (q, r) that meets an edge of the same colour."""

    q: int
    r: int
    edge: int
    colour: str


Board = tuple[Laid, ...]
"""The hexes on the board, in the order they were laid."""


@lru_cache(maxsize=4096)
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the six cells around a cell, clockwise from edge 0."""
    q, r = cell
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


@lru_cache(maxsize=4096)
def _in_rows(cell: Cell) -> tuple[Cell, ...]:
    return tuple(sorted(neighbours(cell), key=_in_reading_order))


class Ground(NamedTuple):
    """What the rules ask of a board again and again."""

    board: Board
    taken: Mapping[Cell, Laid]
    """The hexes by cell."""
    free: tuple[Cell, ...]
    """The free cells that touch the board, in reading order."""
    met: tuple[tuple[Meeting, ...], ...]
    """For each hex, its edges that match hexes laid before it."""
    specials: int
    """The number of hexes with the black dot."""


_NOTHING = Ground((), {}, (), (), 0)
_LATEST: dict[int, Ground] = {}
"""The latest board of each size. Play adds one hex after the other, so the board before is mostly known."""


def ground(board: Board) -> Ground:
    """Return what is known of a board."""
    size = len(board)
    known = _LATEST.get(size)
    if known is not None and (known.board is board or known.board == board):
        return known
    before = _LATEST.get(size - 1)
    if before is None or before.board != board[:-1]:
        before = _NOTHING
    found = _LATEST[size] = _grown(before, board)
    return found


def _grown(before: Ground, board: Board) -> Ground:
    """Return the ground of a board that begins with a known one."""
    taken, free, met = dict(before.taken), list(before.free), list(before.met)
    specials = before.specials
    for laid in board[len(before.board) :]:
        cell = laid.q, laid.r
        met.append(tuple(meetings_of(laid, taken)))
        taken[cell] = laid
        specials += laid.special
        if cell in free:
            free.remove(cell)
        for other in neighbours(cell):
            if other not in taken:
                place = bisect_left(free, _in_reading_order(other), key=_in_reading_order)
                if place == len(free) or free[place] != other:
                    free.insert(place, other)
    return Ground(board, taken, tuple(free), tuple(met), specials)


def open_cells(board: Board) -> tuple[Cell, ...]:
    """Return the free cells that touch the board, in reading order; never empty."""
    return ground(board).free


def open_beside(board: Board, last: Laid) -> tuple[Cell, ...]:
    """Return the free cells next to a hex, in reading order."""
    taken = ground(board).taken
    return tuple([cell for cell in _in_rows(last.cell) if cell not in taken])


def specials_on(board: Board) -> int:
    """Count the specials on the board."""
    return ground(board).specials


def meetings_of(laid: Laid, others: Mapping[Cell, Laid]) -> list[Meeting]:
    """Return the edges of a hex that match hexes among `others`."""
    colours = laid.colours
    met = []
    for edge, other in enumerate(map(others.get, neighbours(laid.cell))):
        if other is not None and other.colours[OPPOSITE[edge]] == colours[edge]:
            met.append(Meeting(laid.q, laid.r, edge, colours[edge]))
    return met


def all_meetings(board: Board) -> tuple[Meeting, ...]:
    """Return every pair of matching edges on the board once, from the hex laid later."""
    return tuple(chain.from_iterable(ground(board).met))
