"""Exact play of small matches of two seats in which only chance and sealed answers are unknown.

Every state is looked at once, from the end: each decision is a matrix game of the values that follow. The same states
tell exactly how much any strategy can lose to a best reply.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from engine.game import AnyGame, Player
from engine.search.matrix import Solution, solve
from engine.search.values import value_of_places

Strategy = Callable[[Hashable, Player], Sequence[float] | None]
"""The strategy of a seat in the state with a key; None where it has none, which counts as playing at random."""


class Draws:
    """Chance that follows given draws, then draws 0 and remembers what it drew below."""

    __slots__ = ("_given", "bounds")

    def __init__(self, given: Sequence[int]) -> None:
        self._given = given
        self.bounds: list[int] = []

    def below(self, bound: int) -> int:
        """Draw a number from 0 to `bound` - 1."""
        self.bounds.append(bound)
        number = len(self.bounds) - 1
        return self._given[number] if number < len(self._given) else 0


class Position(NamedTuple):
    """A state's key, the value of the first seat if it is an end, and what may follow each joint action."""

    key: Hashable
    value: float | None
    sizes: tuple[int, int]
    next: list[list[list[tuple[float, "Position"]]]]
    """By action of the first seat, then of the second: the chances of each position."""


class Endgame:
    """All positions that a state can lead to."""

    def __init__(self, game: AnyGame, public: Callable[[Any], Hashable]) -> None:
        self.game, self.public = game, public
        self._positions: dict[Hashable, Position] = {}
        self._solutions: dict[Hashable, Solution] = {}

    def position(self, state: Any) -> Position:
        """Return a state's position with everything that may follow."""
        key = self.public(state)
        if (known := self._positions.get(key)) is not None:
            return known
        places = self.game.places(state)
        if places is not None:
            found = Position(key, value_of_places(places)[0], (0, 0), [])
        else:
            rows, columns = (self._actions(state, seat) for seat in (0, 1))
            following = [[self._after(state, row, column) for column in columns] for row in rows]
            found = Position(key, None, (len(rows), len(columns)), following)
        self._positions[key] = found
        return found

    def _actions(self, state: Any, seat: Player) -> Sequence[Any]:
        """Return a seat's actions; None for one that is not asked."""
        return self.game.legal_actions(state, seat) if seat in self.game.current_players(state) else (None,)

    def _after(self, state: Any, row: Any, column: Any) -> list[tuple[float, Position]]:
        joint = {seat: action for seat, action in enumerate((row, column)) if action is not None}
        found = []
        waiting: list[list[int]] = [[]]
        while waiting:
            given = waiting.pop()
            draws = Draws(given)
            after = self.game.apply(state, joint, draws).state
            odds = 1.0
            for bound in draws.bounds:
                odds /= bound
            found.append((odds, self.position(after)))
            drawn = [*given, *([0] * (len(draws.bounds) - len(given)))]
            for number in range(len(given), len(drawn)):
                waiting += [[*drawn[:number], other] for other in range(1, draws.bounds[number])]
        return found

    def solution(self, position: Position) -> Solution:
        """Return an equilibrium of a position that is not an end."""
        known = self._solutions.get(position.key)
        if known is None:
            known = self._solutions[position.key] = solve(
                [[sum(odds * self.value(then) for odds, then in cell) for cell in line] for line in position.next]
            )
        return known

    def value(self, position: Position) -> float:
        """Return what the first seat gets if both play perfectly."""
        return position.value if position.value is not None else self.solution(position).value

    def strategy(self, key: Hashable, seat: Player) -> Sequence[float] | None:
        """Return a seat's equilibrium strategy in a state that was solved; None for any other."""
        solved = self._solutions.get(key)
        return None if solved is None else (solved.row, solved.column)[seat]

    def best_reply(self, position: Position, seat: Player, rival: Strategy) -> float:
        """Return the most that a seat can get against a strategy of the other."""
        known: dict[Hashable, float] = {}

        def reply(here: Position) -> float:
            if here.value is not None:
                return here.value if seat == 0 else 1.0 - here.value
            if here.key not in known:
                mine, theirs = here.sizes[seat], here.sizes[1 - seat]
                gains = [0.0] * mine
                strategy = rival(here.key, 1 - seat) or [1.0 / theirs] * theirs
                for row, line in enumerate(here.next):
                    for column, cell in enumerate(line):
                        own, other = (row, column) if seat == 0 else (column, row)
                        if strategy[other]:
                            gains[own] += strategy[other] * sum(odds * reply(then) for odds, then in cell)
                known[here.key] = max(gains)
            return known[here.key]

        return reply(position)

    def exploitability(self, position: Position, strategy: Strategy) -> float:
        """Return how much both seats together lose on average to best replies, halved; 0 is perfect."""
        return (sum(self.best_reply(position, seat, strategy) for seat in (0, 1)) - 1.0) / 2
