"""What this game tells the search."""

from collections.abc import Sequence

from engine import Chance
from engine.search import Hooks
from engine.search.values import value_of_tally
from games.manipulation.bot import steady
from games.manipulation.rules.ending import agreement
from games.manipulation.rules.state import Code, Hand, ManipulationState, Stock
from games.manipulation.rules.turn import can_be_pushed
from games.manipulation.worlds import likely_world

# Fitted to 1,200 matches of *steady* among themselves, as the logarithm of a share of first places.
SUITS = 0.0, 1.05, 1.65, 3.0, 3.0
"""By suits that agree with the goal."""
NEAR = 2
"""The suits after which one more wins, by the usual options."""
COIN, COIN_WHEN_NEAR = 0.055, 0.07
HELD = 1.2
"""A wanted tile in the hand."""
PUSHED = 1.7
"""The same if it can be pushed and wins."""
TURN = 0.6
"""The same if it can be played now."""
STRETCH = 0.8
"""Matches end nearer to even than `worth` says: measured in some 40 matches of *steady* with two to four seats."""


def turn_of(state: ManipulationState) -> int:
    """Simulated matches are played to the end of the turn."""
    return state.turn


def worth(state: ManipulationState, chance: Chance) -> Sequence[float]:
    """Weigh suits that agree, coins, and wanted tiles in the hand."""
    rows = zip(state.goals, state.stocks, state.hands, strict=True)
    tally = [_standing(state.code, *row) for row in rows]
    player = state.player
    if agreement(state.goals[player], state.code) >= NEAR and _wanted(
        state.code, state.goals[player], state.hands[player]
    ):
        tally[player] += TURN
    return value_of_tally(tally, 1.0)


def _standing(code: Code, goal: Code, stock: Stock, hand: Hand) -> float:
    suits = agreement(goal, code)
    near = suits >= NEAR
    value = SUITS[suits] + (COIN + near * COIN_WHEN_NEAR) * sum(stock)
    if wanted := _wanted(code, goal, hand):
        value += HELD
        if near and any(can_be_pushed(tile, code) for tile in wanted):
            value += PUSHED
    return value


def _wanted(code: Code, goal: Code, hand: Hand) -> list[str]:
    return [tile for tile in hand if tile in goal and tile not in code]


HOOKS = {"manipulation": Hooks(policy=steady, imagine=likely_world, rest=turn_of, worth=worth, stretch=STRETCH)}
