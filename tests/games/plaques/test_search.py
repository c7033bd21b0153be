"""What the search imagines of others' plaques, and which bids it compares."""

from collections.abc import Callable
from typing import Any

import pytest

from engine import AnyGame, Budget
from engine.quick_chance import RandomChance
from games.levels import hooks_of
from games.plaques.rules.auction.actions import Add, Pass
from games.plaques.rules.auction.game import PLAQUE_AUCTION
from games.plaques.rules.concealed.game import CONCEALED_DRAW
from games.plaques.rules.prospects import prospect
from games.plaques.rules.ranking import strength

BUDGET = Budget(seconds=1)


def steady_until(game: AnyGame, reached: Callable[[Any], bool], seed: int) -> Any:
    """The first state of a match of steady players that a test looks for."""
    hooks, chance = hooks_of(game), RandomChance(seed)
    state = game.initial_state(4, game.Options(), chance).state
    while not reached(state):
        joint = {
            seat: hooks.policy(game.observation(state, seat), game.legal_actions(state, seat), BUDGET, chance)
            for seat in game.current_players(state)
        }
        state = game.apply(state, joint, chance).state
    return state


def mean_goodness(game: AnyGame, draw: Callable[..., Any], state: Any, goodness: Callable[[Any, int], int]) -> float:
    """How good the tableaux of others are in the states that the first seat asked imagines."""
    me, chance = game.current_players(state)[0], RandomChance(1)
    seen = game.observation(state, me)
    worlds = [draw(seen, me, chance) for _ in range(100)]
    return sum(goodness(world, seat) for world in worlds for seat in world.seated if seat != me) / 300


@pytest.mark.parametrize("seed", range(3))
def test_tableaux_are_imagined_better_after_turns(seed: int) -> None:
    state = steady_until(CONCEALED_DRAW, lambda state: min(state.turns) >= 2, seed)
    likely = hooks_of(CONCEALED_DRAW).imagine
    assert likely is not None

    def goodness(world: Any, seat: int) -> int:
        return strength(world.tableaux[seat])

    even = mean_goodness(CONCEALED_DRAW, CONCEALED_DRAW.imagine, state, goodness)
    assert mean_goodness(CONCEALED_DRAW, likely, state, goodness) > even + 100_000


@pytest.mark.parametrize("seed", range(3))
def test_hidden_plaques_are_imagined_to_fit_those_picked(seed: int) -> None:
    state = steady_until(PLAQUE_AUCTION, lambda state: state.round == 3, seed)
    likely = hooks_of(PLAQUE_AUCTION).imagine
    assert likely is not None

    def goodness(world: Any, seat: int) -> int:
        return prospect((*world.hidden[seat], *world.taken[seat]))

    even = mean_goodness(PLAQUE_AUCTION, PLAQUE_AUCTION.imagine, state, goodness)
    assert mean_goodness(PLAQUE_AUCTION, likely, state, goodness) > even + 20


def test_only_bids_that_change_the_order_of_picks_are_compared() -> None:
    state = steady_until(PLAQUE_AUCTION, lambda state: max(state.bids) > 0, 1)
    seat = PLAQUE_AUCTION.current_players(state)[0]
    candidates = hooks_of(PLAQUE_AUCTION).candidates
    assert candidates is not None
    seen, legal = PLAQUE_AUCTION.observation(state, seat), PLAQUE_AUCTION.legal_actions(state, seat)
    kept = candidates(seen, legal)
    needed = max(state.bids) - state.bids[seat]
    assert kept[0] == Pass()
    assert {Add(needed), Add(needed + 1)} <= set(kept)
    assert Add(needed + 5) in legal
    assert Add(needed + 5) not in kept
