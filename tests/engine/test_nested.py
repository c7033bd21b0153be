"""Where nothing is drawn, a search finds the best line of a seat's own answers, and more time finds no worse one."""

from collections.abc import Sequence
from itertools import product
from math import inf
from typing import Any, NamedTuple

import pytest

from engine.game import Budget
from engine.quick_chance import RandomChance
from engine.search import Hooks, RegretMatching, SearchBot, Uct
from engine.search.deadline import Deadline
from engine.search.nested import Nested
from engine.search.simulation import Tree

ENOUGH = 10_000
LENGTH = 5
"""Seat 0 answers at every moment of the walk but the third, when seat 1 does."""


class Walked(NamedTuple):
    """The state after an answer."""

    state: tuple[int, ...]


class Walk:
    """A walk of some steps, each to one of three sides; what a line is worth shows only at its end."""

    def __init__(self, seed: int) -> None:
        chance = RandomChance(seed)
        self.worths = {line: chance.below(1000) / 1000 for line in product(range(3), repeat=LENGTH)}

    def current_players(self, state: tuple[int, ...]) -> tuple[int, ...]:
        """Seat 0, but for one step."""
        return (int(len(state) == 2),)

    def legal_actions(self, state: tuple[int, ...], player: int) -> Sequence[int]:
        """Three sides; one alone at the last step."""
        return range(3) if len(state) < LENGTH - 1 else (0,)

    def observation(self, state: tuple[int, ...], viewer: int) -> Any:
        """Everything."""
        return state

    def apply(self, state: tuple[int, ...], joint: dict[int, int], chance: Any) -> Walked:
        """Walk on."""
        (side,) = joint.values()
        return Walked((*state, side))

    def worth(self, state: tuple[int, ...], chance: Any) -> Sequence[float]:
        """What was walked so far is worth."""
        return [self.worths[state[:LENGTH]], 0.0]

    def best(self, first: int) -> float:
        """The most that seat 0 reaches with this first step, if seat 1 goes straight on."""
        return max(worth for line, worth in self.worths.items() if (line[0], line[2], line[4]) == (first, 0, 0))


def straight_on(seen: Any, legal_actions: Sequence[int], budget: Budget, chance: Any) -> int:
    return legal_actions[0]


def found(walk: Any, simulations: int) -> tuple[list[float], int]:
    """The value of each first step, and the number of simulations."""
    hooks = Hooks(policy=straight_on, rest=lambda state: len(state) // LENGTH, worth=walk.worth)
    deadline = Deadline(Budget(inf, simulations))
    tree = Tree(walk, hooks, RegretMatching(), Uct())
    values = Nested(tree, (), 0, deadline, RandomChance(1)).values(range(3))
    return values, deadline.done


@pytest.mark.parametrize("seed", range(10))
def test_with_time_it_finds_the_best_line_and_then_stops(seed: int):
    walk = Walk(seed)
    values, simulations = found(walk, ENOUGH)
    assert values == [walk.best(first) for first in range(3)]
    assert simulations < ENOUGH


@pytest.mark.parametrize("seed", range(5))
def test_a_larger_budget_finds_no_worse_line(seed: int):
    walk, before = Walk(seed), [0.0] * 3
    for most in range(1, 120):
        values, simulations = found(walk, most)
        assert all(now >= then for now, then in zip(values, before, strict=True))
        assert simulations == max(3, most) or values == [walk.best(first) for first in range(3)]
        before = values


def test_the_least_budget_plays_each_action_on_once_by_the_policy():
    walk = Walk(3)
    assert found(walk, 1) == ([walk.worths[first, 0, 0, 0, 0] for first in range(3)], 3)


def test_the_policy_s_own_answer_stays_where_no_other_leads_further():
    """All walks are worth the same, so the side is left to the policy."""
    walk: Any = Walk(1)
    walk.worths = dict.fromkeys(walk.worths, 0.5)
    hooks = Hooks(
        policy=lambda seen, legal, budget, chance: legal[-1],
        rest=lambda state: len(state) // LENGTH,
        worth=walk.worth,
        certain=lambda state: True,
        seat=lambda seen: 0,
        imagine=lambda seen, player, chance: seen,
    )
    thought = SearchBot(walk, hooks).think((), range(3), Budget(inf, ENOUGH), RandomChance(1))
    assert list(thought.policy) == [0, 0, 1] and list(thought.values) == [0.5] * 3
    assert not thought.visits and not thought.errors, "nothing was left to chance"
