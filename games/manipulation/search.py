"""What this game tells the search."""

from collections.abc import Sequence

from engine import Chance
from engine.search import Hooks
from engine.search.values import value_of_tally
from games.manipulation.bot import steady
from games.manipulation.rules.outlook import nearness
from games.manipulation.rules.state import ManipulationState

STEPS = 12
SPREAD = 6.0


def worth(state: ManipulationState, chance: Chance) -> Sequence[float]:
    """Weigh how near the code is to each goal, and coins."""
    return value_of_tally(nearness(state), SPREAD)


HOOKS = {"manipulation": Hooks(policy=steady, horizon=STEPS, worth=worth)}
