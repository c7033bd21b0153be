"""A bot that searches: it imagines states it cannot tell from the real one, and simulates matches from each.

Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search",
2012) with a tree of decisions for every seat: what a seat does in the tree depends on what it may know, and on nothing
else. Decisions of several seats at once are picked by a rule whose fixed point is a mixed strategy.

Where one seat decides alone, or more than two at once, the others are taken to play by the game's policy, and each
action is played on by that policy (Tesauro and Galperin, "On-line Policy Improvement using Monte-Carlo Search", 1996).
Actions are compared in the same imagined states, with the same draws, and the worse half is dropped again and again
(sequential halving: Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013).

Where one seat decides alone and nothing is drawn meanwhile, its own answers are searched together: see `nested.py`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import inf, sqrt
from typing import Any

from engine.bots import BUDGET, play_at_random
from engine.chance import Chance, weighted_choice
from engine.game import AnyGame, Budget, Player
from engine.quick_chance import RandomChance
from engine.search.deadline import Deadline
from engine.search.exact import Endgame
from engine.search.hooks import DOUBT, Hooks, Values
from engine.search.matrix import solve
from engine.search.nested import Nested
from engine.search.selection import Decision, RegretMatching, Selection, Uct
from engine.search.simulation import Tree
from engine.search.values import value_of_places

WIN_OR_LOSS = 0.5
"""How far values scatter where every simulated match is won or lost."""
PAIR = 2
"""Only two seats that answer at once look for a mixed strategy."""
LEAST_SHARE = 0.1
"""Actions that a mixed strategy picks less often are left out: with few simulations they are mostly noise.

Ganzfried, Sandholm and Waugh, "Strategy Purification and Thresholding" (2012).
"""


@dataclass(frozen=True)
class Thought:
    """What a search found for one decision."""

    actions: Sequence[Any]
    policy: Sequence[float]
    """The share of each action in the strategy found."""
    values: Sequence[float]
    """The mean value of each action, from 0 for losing to 1 for winning alone."""
    simulations: int
    visits: Sequence[int] = ()
    """How often each action was tried; empty where the values are exact."""
    scatter: float = WIN_OR_LOSS
    """The standard deviation of the values of single simulations."""
    doubt: float = DOUBT
    """How many standard errors count as clearly."""
    errors: Sequence[float] = ()
    """The standard error of each action's value, infinite for one that was never tried; none where they are exact."""

    @property
    def shares(self) -> Sequence[float]:
        """The shares by which actions are drawn: without the rarest, unless the strategy is exact."""
        return _without_rarest(self.policy) if self.visits else self.policy

    def is_clearly_better(self, index: int, than: int) -> bool:
        """True if one action did so much better than another that it is hardly luck."""
        if not self.visits[index] or not self.visits[than]:
            return False
        error = self.scatter * sqrt(1 / self.visits[index] + 1 / self.visits[than])
        return self.values[index] - self.values[than] > self.doubt * error


@dataclass(frozen=True)
class SearchBot:
    """A bot of any game; see the module."""

    game: AnyGame
    hooks: Hooks = field(default_factory=Hooks)
    sealed: Selection = field(default_factory=RegretMatching)
    """Picks where several seats answer at once."""
    open: Selection = field(default_factory=Uct)
    """Picks where one seat answers."""

    def __call__(self, seen: Any, legal_actions: Sequence[Any], budget: Budget, chance: Chance) -> Any:
        """Choose one of the legal actions."""
        if len(legal_actions) == 1:
            return legal_actions[0]
        if self.hooks.doubt(seen) == inf:
            return (self.hooks.own or self.hooks.policy)(seen, legal_actions, BUDGET, chance)
        thought = self.think(seen, legal_actions, budget, chance)
        return weighted_choice(chance, thought.actions, thought.shares)

    def think(self, seen: Any, legal_actions: Sequence[Any], budget: Budget, chance: Chance) -> Thought:
        """Search for the best strategy within the budget."""
        player = self.hooks.seat(seen)
        tree = Tree(self.game, self.hooks, self.sealed, self.open)
        deadline = Deadline(budget)
        quick = RandomChance(chance.below(1 << 30))
        world = self.hooks.world(self.game, seen, player, quick)
        if tree.endgame and tree.exact(world) is not None:
            return _solved(tree.endgame, world, player, legal_actions)
        if self.hooks.at_once and self.hooks.at_once(world):
            return self._weighed(world, player, legal_actions, quick)
        root = tree.meeting(world, quick)
        decision = root.decisions[root.asked.index(player)]
        if self.hooks.certain and self.hooks.certain(world):
            return self._foreseen(Nested(tree, world, player, deadline, quick), seen, decision, deadline, quick)
        if len(root.asked) != PAIR:
            return self._compared(tree, seen, player, decision, deadline, quick)
        simulations, squares = 0, 0.0
        while not simulations or deadline.used < 1.0:
            deadline.count()
            squares += tree.simulate(self.hooks.world(self.game, seen, player, quick), quick)[player] ** 2
            simulations += 1
        policy, scatter = self.sealed.policy(decision), _scatter(decision, squares)
        errors = [scatter / sqrt(visits) if visits else inf for visits in decision.visits_of]
        return Thought(
            decision.actions, policy, decision.means(), simulations, decision.visits_of, scatter, errors=errors
        )

    def _weighed(self, world: Any, player: Player, legal_actions: Sequence[Any], chance: Chance) -> Thought:
        """Return what a seat can secure at a decision of two whose answers alone decide what follows."""
        (other,) = [seat for seat in self.game.current_players(world) if seat != player]
        theirs = self.game.legal_actions(world, other)
        payoffs = [
            [self._worth_after(world, {player: mine, other: reply}, chance)[player] for reply in theirs]
            for mine in legal_actions
        ]
        solution = solve(payoffs)
        values = [sum(map(float.__mul__, solution.column, line)) for line in payoffs]
        return Thought(legal_actions, solution.row, values, 0)

    def _worth_after(self, state: Any, joint: dict[Player, Any], chance: Chance) -> Values:
        after = self.game.apply(state, joint, chance).state
        places = self.game.places(after)
        if places is None and self.hooks.worth is not None:
            return self.hooks.worth(after, chance)
        return value_of_places(places or ())

    def _foreseen(self, nested: Nested, seen: Any, decision: Decision, deadline: Deadline, chance: Chance) -> Thought:
        """Return the action that leads furthest; the policy's own answer if none leads further."""
        values = nested.values(decision.actions)
        best, usual = values.index(max(values)), self._usual(seen, decision, chance)
        if usual is not None and values[usual] == values[best]:
            best = usual
        policy = [float(index == best) for index in range(len(values))]
        return Thought(decision.actions, policy, values, deadline.done)

    def _compared(
        self, tree: Tree, seen: Any, player: Player, decision: Decision, deadline: Deadline, chance: Chance
    ) -> Thought:
        """Compare the actions of one seat in the same worlds; drop the worse half again and again."""
        usual = self._usual(seen, decision, chance)
        stays = [index for index, action in enumerate(decision.actions) if index == usual or action in self.hooks.kept]
        left = list(range(len(decision.actions)))
        rounds = (len(left) - 1).bit_length()
        squares = [0.0] * len(decision.actions)
        for number in range(1, rounds + 1):
            worlds = 0
            while not worlds or deadline.used < number / rounds:
                world, seed = self.hooks.world(self.game, seen, player, chance), chance.below(1 << 30)
                for index in left:
                    if decision.visits and deadline.used >= 1.0:
                        break
                    quick = RandomChance(seed)
                    value = tree.played_on(world, player, decision.actions[index], quick)[player]
                    decision.add(index, value)
                    squares[index] += value * value
                    deadline.count()
                worlds += 1
            ranked = sorted(left, key=_mean_in(decision), reverse=True)
            left = ranked[: (len(left) + 1) // 2]
            left += [index for index in stays if index not in left]
        best = max(left, key=_mean_in(decision))
        scatter = _scatter(decision, sum(squares))
        errors = [_error(*one, scatter) for one in zip(decision.visits_of, decision.totals, squares, strict=True)]
        visits_of = decision.visits_of
        doubt = self.hooks.doubt(seen)
        found = Thought(decision.actions, (), decision.means(), decision.visits, visits_of, scatter, doubt, errors)
        if usual is not None and not found.is_clearly_better(best, usual):
            best = usual
        return replace(found, policy=[float(index == best) for index in range(len(decision.actions))])

    def _usual(self, seen: Any, decision: Decision, chance: Chance) -> int | None:
        """Return the index of the action that the rules of thumb give; None without any."""
        own = self.hooks.own or self.hooks.policy
        if own is play_at_random:
            return None
        action = own(seen, decision.actions, BUDGET, chance)
        return decision.actions.index(action) if action in decision.actions else None


def _mean_in(decision: Decision) -> Callable[[int], float]:
    """Return a function that gives an action's mean; one that was never tried comes last."""
    means = decision.means()
    return lambda index: means[index] if decision.visits_of[index] else -1.0


def _scatter(decision: Decision, squares: float) -> float:
    """Return the standard deviation of all values of a decision, whatever action they are of."""
    count = decision.visits or 1
    return sqrt(max(0.0, squares / count - (decision.total / count) ** 2))


def _error(visits: int, total: float, squares: float, scatter: float) -> float:
    """Return the standard error of an action's value, from its own values and one more that scatters as all do.

    Actions of one decision often differ far more than the values of each, and a few values may be alike by chance.
    """
    if not visits:
        return inf
    own = max(0.0, squares - total * total / visits)
    return sqrt((own + scatter * scatter) / visits / visits)


def _solved(endgame: Endgame, world: Any, player: Player, legal_actions: Sequence[Any]) -> Thought:
    """Return the exact strategy of a decision."""
    position = endgame.position(world)
    solution = endgame.solution(position)
    value = solution.value if player == 0 else 1.0 - solution.value
    strategy = solution.row if player == 0 else solution.column
    return Thought(legal_actions, strategy, [value] * len(legal_actions), 0)


def _without_rarest(policy: Sequence[float]) -> list[float]:
    """Return the shares by which actions are drawn: a strategy without its rarest actions."""
    least = min(LEAST_SHARE, max(policy))
    kept = [share if share >= least else 0.0 for share in policy]
    whole = sum(kept)
    return [share / whole for share in kept]
