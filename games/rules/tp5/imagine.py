"""Drawing a state from all that a viewer cannot tell from the real one, each equally likely.

The method is rejection, so it is exact. Tiles that the viewer cannot see are told apart even where
they are twins; every state then stands for equally many arrangements of them. An arrangement is
built cell by cell. For each cell `bound` says how many tiles could at most be left for it; a number
below the bound is drawn, and if no tile is left for that number the whole arrangement is thrown
away. So every arrangement has the same chance, one over the product of the bounds.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, product

from games.rules.core import Chance, shuffled
from games.rules.piecepack import TILES
from games.rules.tp5.state import ROW, Tp5State, right_of
from games.rules.tp5.statements import is_true_of
from games.rules.tp5.values import VALUE_OF
from games.rules.tp5.view import Tp5Observation


@dataclass(frozen=True)
class Row:
    """What is known of another player's row."""

    first: int
    """The place of its first slot."""
    shown: str | None = None
    """A tile that it holds, at a slot to be found (T2)."""
    spoken_of: int | None = None
    """A slot where the shown tile cannot lie (T4)."""
    passed: str | None = None
    """A tile that the viewer passed into it, at a slot to be found."""


@dataclass(frozen=True)
class Puzzle:
    """Tiles by place (None: unknown), the tiles that lie unknown, and what is known of them."""

    tiles: tuple[str | None, ...]
    pool: Counter[str]
    may_be: dict[int, frozenset[str]]
    """For each place of which something is known: the tiles that may lie there."""
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Found:
    """A way in which a row may hold what it must hold: slots, and tiles that this fixes by place."""

    shown_at: int | None
    received_at: int | None
    fixed: dict[int, str] = field(hash=False)


@dataclass(frozen=True)
class Answer:
    """A solution of a puzzle."""

    tiles: tuple[str, ...]
    found: tuple[Found, ...]


def imagine(seen: Tp5Observation, chance: Chance) -> Tp5State:
    """Draw a state from all that the viewer of `seen` cannot exclude, each equally likely."""
    assert seen.viewer is not None
    if not seen.tiles or seen.phase == "over":
        shown_at = (None,) * seen.players if seen.tiles else ()
        return _state(seen, tuple(tile for tile in seen.tiles if tile is not None), shown_at, ())
    puzzle = puzzle_of(seen)
    answer = solve(puzzle, chance)
    at = {row.first // ROW: found for row, found in zip(puzzle.rows, answer.found, strict=True)}
    seats = range(seen.players)
    shown_at = tuple(seen.my_shown_at if seat == seen.viewer else at[seat].shown_at for seat in seats)
    received_at = [seen.my_received_at if seat == seen.viewer else at[seat].received_at for seat in seats]
    if seen.my_received_at is None:
        return _state(seen, answer.tiles, shown_at, ())
    slots = tuple(chance.below(ROW) if slot is None else slot for slot in received_at)
    return _state(seen, answer.tiles, shown_at, slots)


def puzzle_of(seen: Tp5Observation) -> Puzzle:
    """Write down what a viewer knows of tiles that lie face down."""
    packs = len(seen.tiles) // len(TILES)
    pool = Counter(TILES * packs) - Counter(tile for tile in seen.tiles if tile is not None)
    may_be = {
        place: frozenset(tile for tile in TILES if _may_lie(seen, place, tile))
        for place, tile in enumerate(seen.tiles)
        if tile is None and _is_constrained(seen, place)
    }
    return Puzzle(
        seen.tiles, pool, may_be, tuple(_row(seen, seat) for seat in range(seen.players) if seat != seen.viewer)
    )


def _row(seen: Tp5Observation, seat: int) -> Row:
    said = seen.statements[seat]
    receiver = right_of(seen.viewer or 0, seen.players)
    return Row(
        first=ROW * seat,
        shown=seen.shown[seat],
        spoken_of=said.slot if said else None,
        passed=seen.passed if seat == receiver else None,
    )


def _is_constrained(seen: Tp5Observation, place: int) -> bool:
    seat, slot = divmod(place, ROW)
    said = seen.statements[seat] if seat < seen.players else None
    return bool(seen.ruled_out[place]) or (said is not None and said.slot == slot)


def _may_lie(seen: Tp5Observation, place: int, tile: str) -> bool:
    seat, slot = divmod(place, ROW)
    said = seen.statements[seat]
    fits = said is None or said.slot != slot or is_true_of(tile, said.suits, said.values)
    return fits and VALUE_OF[tile] not in seen.ruled_out[place]


def solve(puzzle: Puzzle, chance: Chance) -> Answer:
    """Draw a solution, each equally likely. Throws arrangements away until one fits."""
    plan = _Plan(puzzle)
    while True:
        answer = plan.attempt(chance)
        if answer is not None:
            return answer


class _Plan:
    """The bounds of a puzzle, worked out once for all attempts."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        hidden = [place for place, tile in enumerate(puzzle.tiles) if tile is None]
        self.free = [place for place in hidden if place not in puzzle.may_be]
        sizes = {place: sum(puzzle.pool[tile] for tile in may) for place, may in puzzle.may_be.items()}
        self.narrow = sorted(sizes, key=lambda place: (sizes[place], place))
        self.bounds = self._bounds(sizes)
        self.options = [self._ways(row) for row in puzzle.rows]
        self.weights = [self._weights(ways) for ways in self.options]
        self.most_free_fixed = sum(max(self._free_fixed(way) for way in ways) for ways in self.options)

    def _bounds(self, sizes: dict[int, int]) -> dict[int, int]:
        """Tiles that a cell may hold, less one for each earlier cell that must hold one of these."""
        may_be = self.puzzle.may_be
        return {
            place: sizes[place] - sum(may_be[earlier] <= may_be[place] for earlier in self.narrow[:index])
            for index, place in enumerate(self.narrow)
        }

    def _ways(self, row: Row) -> list[Found]:
        shown_slots = self._slots(row, row.shown, row.spoken_of)
        passed_slots = self._slots(row, row.passed, None)
        ways = []
        for shown_at, received_at in product(shown_slots, passed_slots):
            wanted = [(at, tile) for at, tile in ((shown_at, row.shown), (received_at, row.passed)) if at is not None]
            fixed = {row.first + at: tile for at, tile in wanted if tile and self.puzzle.tiles[row.first + at] is None}
            if shown_at is None or shown_at != received_at or row.shown == row.passed:
                ways.append(Found(shown_at, received_at, fixed))
        return ways

    def _slots(self, row: Row, tile: str | None, not_at: int | None) -> Sequence[int | None]:
        """The slots where a tile may lie; nothing is asked of the row where there is no such tile."""
        if tile is None:
            return (None,)
        return [slot for slot in range(ROW) if slot != not_at and self._fits(row.first + slot, tile)]

    def _fits(self, place: int, tile: str) -> bool:
        known = self.puzzle.tiles[place]
        if known is not None:
            return known == tile
        return self.puzzle.pool[tile] > 0 and tile in self.puzzle.may_be.get(place, (tile,))

    def _weights(self, ways: list[Found]) -> list[int]:
        """Running sums of whole weights, for each way as many as the bounds of the cells that it saves."""
        shares = [
            math.prod(
                (
                    Fraction(self.puzzle.pool[tile], self.bounds.get(at, len(self.free)))
                    for at, tile in way.fixed.items()
                ),
                start=Fraction(1),
            )
            for way in ways
        ]
        scale = math.lcm(*[share.denominator for share in shares])
        return list(accumulate(int(share * scale) for share in shares))

    def _free_fixed(self, way: Found) -> int:
        return sum(place not in self.puzzle.may_be for place in way.fixed)

    def attempt(self, chance: Chance) -> Answer | None:
        """Draw one arrangement; None if it is to be thrown away."""
        left = Counter(self.puzzle.pool)
        found = tuple(self._pick(index, chance) for index in range(len(self.options)))
        placed = {place: tile for way in found for place, tile in way.fixed.items()}
        if not (self._fix(placed, left, chance) and self._fill(placed, left, chance)):
            return None
        rest = iter(shuffled(chance, left.elements()))
        tiles = tuple(
            known if known is not None else placed[place] if place in placed else next(rest)
            for place, known in enumerate(self.puzzle.tiles)
        )
        return Answer(tiles, found)

    def _pick(self, index: int, chance: Chance) -> Found:
        """Draw the way in which a row holds what it must."""
        ways, sums = self.options[index], self.weights[index]
        if len(ways) == 1:
            return ways[0]
        drawn = chance.below(sums[-1])
        return next(way for way, total in zip(ways, sums, strict=True) if drawn < total)

    def _fix(self, placed: dict[int, str], left: Counter[str], chance: Chance) -> bool:
        """Take the tiles that rows must hold, and make up for ways that fix fewer cells than others."""
        for tile in placed.values():
            if chance.below(self.puzzle.pool[tile]) >= left[tile]:
                return False
            left[tile] -= 1
        free = len(self.free)
        fixed = sum(place not in self.puzzle.may_be for place in placed)
        return all(chance.below(free) < free - other for other in range(fixed, self.most_free_fixed))

    def _fill(self, placed: dict[int, str], left: Counter[str], chance: Chance) -> bool:
        """Fill the cells of which something is known, the narrowest first."""
        for place in self.narrow:
            if place not in placed:
                drawn = chance.below(self.bounds[place])
                may_be = self.puzzle.may_be[place]
                fitting = [tile for tile, copies in left.items() if tile in may_be for _ in range(copies)]
                if drawn >= len(fitting):
                    return False
                placed[place] = fitting[drawn]
                left[fitting[drawn]] -= 1
        return True


def _state(
    seen: Tp5Observation,
    tiles: tuple[str, ...],
    shown_at: tuple[int | None, ...],
    received_at: tuple[int, ...],
) -> Tp5State:
    return Tp5State(
        players=seen.players,
        rounds=seen.rounds,
        offered=seen.offered,
        chosen_by=seen.chosen_by,
        reveal=seen.reveal,
        round=seen.round,
        phase=seen.phase,
        dealer=seen.dealer,
        points=seen.points,
        beaten=seen.beaten,
        asked=seen.asked,
        in_play=seen.in_play,
        turn=seen.turn,
        tiles=tiles,
        up=seen.up,
        claims=seen.claims,
        hogged=seen.hogged,
        held=seen.held,
        received_at=received_at,
        shown=seen.shown,
        shown_at=shown_at,
        statements=seen.statements,
        ruled_out=seen.ruled_out,
        evictor=seen.evictor,
        to_evict=seen.to_evict,
        die=seen.die,
        void=seen.void,
    )
