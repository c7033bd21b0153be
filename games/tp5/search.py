"""What this game tells the search."""

from collections.abc import Sequence

from engine import Chance
from engine.search import Hooks
from engine.search.values import value_of_tally
from games.tp5.bot import steady
from games.tp5.keen import KeenFit, keen, likely_world
from games.tp5.rules.actions import Claim, Hog, Tp5Action
from games.tp5.rules.state import Tp5State
from games.tp5.rules.view import Tp5Observation

SPREAD = 0.7
CLAIMS = 8
"""The claims that are compared."""
DOUBT = 3.0


def round_of(state: Tp5State) -> int:
    """Simulated matches are played to the end of the round."""
    return state.round


def doubt(seen: Tp5Observation) -> float:
    """In simulated matches nobody reads claims as *keen* does, which is right more often than a small lead is."""
    return DOUBT


def promising(seen: Tp5Observation, legal_actions: Sequence[Tp5Action]) -> Sequence[Tp5Action]:
    """Keep the claims that fit best."""
    if len(legal_actions) <= CLAIMS or not isinstance(legal_actions[0], Claim):
        return legal_actions
    fit = KeenFit(seen)
    claims = [action for action in legal_actions if isinstance(action, Claim | Hog)]
    return sorted(claims, key=fit.worth, reverse=True)[:CLAIMS]


def worth(state: Tp5State, chance: Chance) -> Sequence[float]:
    """Weigh points, and hands beaten, which break ties; the fewer rounds to come, the more they decide."""
    tally = [points + beaten / 30 for points, beaten in zip(state.points, state.beaten, strict=True)]
    return value_of_tally(tally, SPREAD * max(1, state.rounds - state.round + 1) ** 0.5)


HOOKS = {
    "tp5": Hooks(
        policy=steady,
        own=keen,
        doubt=doubt,
        imagine=likely_world,
        rest=round_of,
        worth=worth,
        candidates=promising,
        widest=12,
    )
}
