"""How far each seat has come before the end: how near the code is to its goal, and its coins."""

from collections.abc import Sequence

from games.rules.manipulation.bot import SUIT_GAINED, steps_apart
from games.rules.manipulation.ending import agreement
from games.rules.manipulation.state import Code, ManipulationState

COIN = 0.5


def nearness(state: ManipulationState) -> Sequence[float]:
    """By seat, in steps along the ring of values: how near the code is to its goal, and what its coins may buy."""
    return [_near(goal, state.code) + COIN * sum(stock) for goal, stock in zip(state.goals, state.stocks, strict=True)]


def _near(goal: Code, code: Code) -> int:
    """Suits that agree, less the pushes that the others are away."""
    return SUIT_GAINED * agreement(goal, code) - sum(map(steps_apart, code, goal))
