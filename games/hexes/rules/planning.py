"""How a bot rates placements: what a hex gains on a cell, and what can follow it."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.hexes.rules.actions import Place, placements
from games.hexes.rules.board import OPPOSITE, Cell, neighbours
from games.hexes.rules.tiles import TURNED

Facing = list[tuple[int, str, int]]
"""The edges of a cell that meet a hex: (edge, colour to match, points for it)."""


class Table(NamedTuple):
    """The board as a plan needs it."""

    colours: Mapping[Cell, str]
    """The letters of each hex as it lies, by cell."""
    run: frozenset[Cell]
    """The cells of the current run."""

    def facing(self, cell: Cell) -> Facing:
        """Return the edges that a hex on this free cell would meet."""
        found = []
        for edge, other in enumerate(neighbours(cell)):
            colours = self.colours.get(other)
            if colours is not None:
                found.append((edge, colours[OPPOSITE[edge]], 2 if other in self.run else 1))
        return found

    def with_placed(self, place: Place) -> "Table":
        """Return the table after a placement."""
        cell = place.q, place.r
        return Table({**self.colours, cell: TURNED[place.hex][place.rotation]}, self.run | {cell})

    def free_beside(self, place: Place) -> list[Cell]:
        """Return the free cells next to a placement."""
        return [cell for cell in neighbours((place.q, place.r)) if cell not in self.colours]


class Plan(NamedTuple):
    """A first placement and the points of the run that follows from it."""

    points: int
    first: Place
    gain: int
    """The points of the first placement alone."""


def gain_of(colours: str, facing: Facing) -> int:
    """Return the points of a hex that lies with these colours."""
    points = 0
    for edge, colour, worth in facing:
        if colours[edge] == colour:
            points += worth
    return points


def gains(table: Table, hand: Iterable[str], cells: Iterable[Cell]) -> list[tuple[int, Place]]:
    """Return every placement of a hand on these cells, with its points."""
    facings = [(cell, table.facing(cell)) for cell in cells]
    return [
        (gain_of(TURNED[tile][place.rotation], facing), place)
        for tile in hand
        for cell, facing in facings
        for place in placements(tile, cell)
    ]


def best_gain(table: Table, tile: str, cells: Iterable[Cell]) -> int:
    """Return the highest gain of one hex on any of these cells."""
    return max((gain for gain, _ in gains(table, (tile,), cells)), default=0)


def plans(table: Table, hand: tuple[str, ...], cells: Iterable[Cell], width: int, depth: int) -> list[Plan]:
    """Return the `width` best first placements, each followed greedily by up to `depth` more."""
    first = sorted(gains(table, hand, cells), key=_points, reverse=True)[:width]
    return [Plan(gain + _greedy(table, hand, place, depth), place, gain) for gain, place in first]


def _points(weighed: tuple[int, Place]) -> int:
    return weighed[0]


def _greedy(table: Table, hand: tuple[str, ...], place: Place, depth: int) -> int:
    rest = tuple([tile for tile in hand if tile != place.hex])
    if not depth or not rest:
        return 0
    after = table.with_placed(place)
    weighed = gains(after, rest, after.free_beside(place))
    if not weighed:
        return 0
    gain, following = max(weighed, key=_points)
    return gain + _greedy(after, rest, following, depth - 1)
