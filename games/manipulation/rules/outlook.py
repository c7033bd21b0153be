"""How each seat stands before the end: how near the code is to its goal, and its coins."""

from collections.abc import Sequence

from games.manipulation.bot import SUIT_GAINED
from games.manipulation.rules.ending import agreement, steps_apart
from games.manipulation.rules.state import Code, ManipulationState

COIN = 0.5


def nearness(state: ManipulationState) -> Sequence[float]:
    """Return, by seat, the steps by which the code is near its goal plus a value for its coins."""
    return [_near(goal, state.code) + COIN * sum(stock) for goal, stock in zip(state.goals, state.stocks, strict=True)]


def _near(goal: Code, code: Code) -> int:
    """Return the value of the suits that agree minus the pushes the others still need."""
    return SUIT_GAINED * agreement(goal, code) - sum(map(steps_apart, code, goal))
