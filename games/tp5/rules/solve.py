"""Draw an arrangement of hidden tiles uniformly from all that fit what is known.

Identical tiles are distinguished here, so every visible arrangement stands for equally many of these.
Counting all arrangements would mean computing a permanent, which is hard; so this uses M. Huber's
method to draw perfect matchings ("Exact sampling from perfect matchings of dense bipartite graphs",
Algorithmica 2006). It bounds the number of ways to fill cells by a product of `LIMIT[d]` over the
cells, where d tiles fit a cell; the bounds of the cases of a choice never add up to more than the
bound before it. A case is drawn in proportion to its bound; the remainder of the bound is the chance
to discard everything and start again. So every arrangement is equally likely, up to floating-point
rounding.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from engine import Chance, shuffled
from games.tp5.rules.state import ROW


@dataclass(frozen=True)
class Row:
    """What is known about another player's row."""

    first: int
    """The place of its first slot."""
    shown: str | None = None
    """A tile that it holds, in an unknown slot (T2)."""
    spoken_of: int | None = None
    """A slot where the shown tile cannot be (T4)."""
    passed: str | None = None
    """A tile that the viewer passed into it, in an unknown slot."""


@dataclass(frozen=True)
class Puzzle:
    """The tiles by place (None: unknown), the unknown tiles, and what is known about them."""

    tiles: tuple[str | None, ...]
    pool: Counter[str]
    may_be: dict[int, frozenset[str]]
    """For each place with a constraint: the tiles that may be there."""
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Way:
    """A way for a row to hold its known tiles: their slots, and the tiles this fixes by place."""

    shown_at: int | None
    received_at: int | None
    fixed: tuple[tuple[int, str], ...]

    @property
    def taken(self) -> tuple[str, ...]:
        """The tiles it takes from the pool."""
        return tuple(sorted(tile for _, tile in self.fixed))


@dataclass(frozen=True)
class Answer:
    """A solution of a puzzle, with a way for each row."""

    tiles: tuple[str, ...]
    ways: tuple[Way, ...]


def _limits(most: int) -> tuple[float, ...]:
    """Return Huber's bounds for cells that d tiles fit, for d up to `most`."""
    growing = [math.e]
    while len(growing) < most:
        last = growing[-1]
        growing.append(last + 1 + 0.5 / last + 0.6 / last**2)
    return (0.0, *[limit / math.e for limit in growing])


LIMIT = _limits(96)
_FINE = 2**53


def solve(puzzle: Puzzle, chance: Chance) -> Answer:
    """Draw a solution uniformly. There must be one."""
    cases = _cases(puzzle)
    weights = [case.weight for case in cases]
    while True:
        answer = cases[_weighted(weights, chance)].attempt(chance)
        if answer is not None:
            return answer


def _weighted(weights: Sequence[float], chance: Chance) -> int:
    """Draw an index by weight."""
    left = sum(weights) * chance.below(_FINE) / _FINE
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    return max(range(len(weights)), key=weights.__getitem__)  # only rounding comes here


def _cases(puzzle: Puzzle) -> "list[_Case]":
    """Group solutions by the tiles that the rows' ways take from the pool."""
    by_row: list[list[tuple[Way, ...]]] = []
    for row in puzzle.rows:
        groups: dict[tuple[str, ...], list[Way]] = {}
        for way in _ways(puzzle, row):
            groups.setdefault(way.taken, []).append(way)
        by_row.append([tuple(group) for group in groups.values()])
    return [case for ways in product(*by_row) if (case := _Case(puzzle, ways)).weight > 0]


def _ways(puzzle: Puzzle, row: Row) -> Iterator[Way]:
    for shown_at in _slots(puzzle, row.first, row.shown, row.spoken_of):
        for received_at in _slots(puzzle, row.first, row.passed, None):
            if shown_at is not None and shown_at == received_at and row.shown != row.passed:
                continue
            wanted = {(shown_at, row.shown), (received_at, row.passed)}
            fixed = [(row.first + at, tile) for at, tile in wanted if at is not None and tile is not None]
            yield Way(shown_at, received_at, tuple(sorted(one for one in fixed if puzzle.tiles[one[0]] is None)))


def _slots(puzzle: Puzzle, first: int, tile: str | None, not_at: int | None) -> Sequence[int | None]:
    """Return the slots where a tile may be; (None,) if there is no tile to find."""
    if tile is None:
        return (None,)
    return [slot for slot in range(ROW) if slot != not_at and _fits(puzzle, first + slot, tile)]


def _fits(puzzle: Puzzle, place: int, tile: str) -> bool:
    known = puzzle.tiles[place]
    if known is not None:
        return known == tile
    return puzzle.pool[tile] > 0 and tile in puzzle.may_be.get(place, (tile,))


class _Case:
    """All solutions whose rows take the same tiles from the pool."""

    def __init__(self, puzzle: Puzzle, ways: tuple[tuple[Way, ...], ...]) -> None:
        taken = Counter(tile for row in ways for tile in row[0].taken)
        copies = math.prod(math.perm(puzzle.pool[tile], count) for tile, count in taken.items())
        self.puzzle = puzzle
        self.ways = ways
        self.left = puzzle.pool - taken
        self.fitting = self._fitting() if copies else {}
        self.shares = [self._shares(row, several) for row, several in zip(puzzle.rows, ways, strict=True) if copies]
        self.weight = copies * self._bound() * math.prod(map(sum, self.shares))

    def _fitting(self) -> dict[int, int]:
        """Return how many of the remaining tiles fit each hidden cell."""
        total, may_be = self.left.total(), self.puzzle.may_be
        return {
            place: sum([self.left[tile] for tile in may_be[place]]) if place in may_be else total
            for place, tile in enumerate(self.puzzle.tiles)
            if tile is None
        }

    def _bound(self) -> float:
        """Return the bound for all hidden cells, except cells that no tile fits but a row's way may fill."""
        in_rows = {row.first + slot for row in self.puzzle.rows for slot in range(ROW)}
        if any(count == 0 and place not in in_rows for place, count in self.fitting.items()):
            return 0.0
        return math.prod(LIMIT[count] for count in self.fitting.values() if count)

    def _shares(self, row: Row, ways: tuple[Way, ...]) -> list[float]:
        """Return, for each way, its factor of the bound: a cell that it fixes needs no tile any more."""
        places = range(row.first, row.first + ROW)
        empty = {place for place in places if self.fitting.get(place) == 0}
        shares = []
        for way in ways:
            fixed = {place for place, _ in way.fixed}
            share = math.prod(1 / LIMIT[self.fitting[place]] for place in fixed - empty)
            shares.append(share if empty <= fixed else 0.0)
        return shares

    def attempt(self, chance: Chance) -> Answer | None:
        """Draw a solution; return None if the attempt must be discarded."""
        ways = tuple(several[_weighted(shares, chance)] for several, shares in zip(self.ways, self.shares, strict=True))
        placed = {place: tile for way in ways for place, tile in way.fixed}
        cells = _Cells(self.puzzle, [place for place in self.fitting if place not in placed], self.fitting)
        if not all(cells.take(tile, chance) for tile in self.left.elements()):
            return None
        placed |= cells.laid_out(chance)
        tiles = tuple([tile or placed[place] for place, tile in enumerate(self.puzzle.tiles)])
        return Answer(tiles, ways)


class _Cells:
    """Cells to fill tile by tile, grouped by the tiles they accept."""

    def __init__(self, puzzle: Puzzle, places: list[int], fitting: dict[int, int]) -> None:
        groups: dict[frozenset[str] | None, list[int]] = {}
        for place in places:
            groups.setdefault(puzzle.may_be.get(place), []).append(place)
        self.allowed = list(groups)
        self.places = list(groups.values())
        self.open = [len(group) for group in self.places]
        self.fitting = [fitting[group[0]] for group in self.places]
        self.taken: list[list[str]] = [[] for _ in self.places]

    def take(self, tile: str, chance: Chance) -> bool:
        """Draw a group for a tile by its share of the bound; return False if the remainder is drawn."""
        may = [at for at, allowed in enumerate(self.allowed) if self.open[at] and (allowed is None or tile in allowed)]
        drawn = chance.below(_FINE) / _FINE
        for at, share in zip(may, self._shares(may), strict=True):
            drawn -= share
            if drawn < 0:
                self.taken[at].append(tile)
                self.open[at] -= 1
                for other in may:
                    self.fitting[other] -= 1
                return True
        return False

    def _shares(self, may: list[int]) -> list[float]:
        """Return the share of the bound that remains when a tile goes to each of these groups."""
        starved = [at for at in may if self.fitting[at] == 1]
        if len(starved) > 1 or any(self.open[at] > 1 for at in starved):
            return [0.0 for _ in may]
        whole = math.prod(
            (LIMIT[self.fitting[at] - 1] / LIMIT[self.fitting[at]]) ** self.open[at] for at in may if at not in starved
        )
        if starved:
            return [whole if at in starved else 0.0 for at in may]
        return [whole * self.open[at] / LIMIT[self.fitting[at] - 1] for at in may]

    def laid_out(self, chance: Chance) -> dict[int, str]:
        """Put the tiles of each group on its cells in random order."""
        return {
            place: tile
            for places, tiles in zip(self.places, self.taken, strict=True)
            for place, tile in zip(places, shuffled(chance, tiles), strict=True)
        }
