"""What this game tells the search."""

from collections.abc import Sequence

from engine import Chance
from engine.search import Hooks
from engine.search.values import value_of_tally
from games.tp5.bot import steady
from games.tp5.rules.state import Tp5State

SPREAD = 0.7


def round_of(state: Tp5State) -> int:
    """Simulated matches are played to the end of the round."""
    return state.round


def worth(state: Tp5State, chance: Chance) -> Sequence[float]:
    """Weigh points, and hands beaten, which break ties; the fewer rounds to come, the more they decide."""
    tally = [points + beaten / 30 for points, beaten in zip(state.points, state.beaten, strict=True)]
    return value_of_tally(tally, SPREAD * max(1, state.rounds - state.round + 1) ** 0.5)


HOOKS = {"tp5": Hooks(policy=steady, rest=round_of, worth=worth, widest=12)}
