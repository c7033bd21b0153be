"""What these two games tell the search."""

from collections.abc import Sequence

from engine import Chance
from engine.search import Hooks
from engine.search.values import value_of_tally
from games.plaques.bots import auction, concealed
from games.plaques.rules.auction.state import AuctionState
from games.plaques.rules.concealed.state import ConcealedState

TOKENS = 4.0
"""The spread of what one more hand brings."""
LIVES = 0.5


def hand_of(state: AuctionState) -> int:
    """Simulated matches are played to the end of the hand."""
    return state.hand


def round_of(state: ConcealedState) -> int:
    """Simulated matches are played to the end of the round."""
    return state.round


def worth_of_tokens(state: AuctionState, chance: Chance) -> Sequence[float]:
    """Weigh tokens after a hand; the fewer hands to come, the more they decide."""
    to_come = state.hands - state.hand + 1
    return value_of_tally(state.stocks, TOKENS * to_come**0.5)


def worth_of_lives(state: ConcealedState, chance: Chance) -> Sequence[float]:
    """Weigh lives after a round; who is out has no chance."""
    values = value_of_tally(state.lives, LIVES)
    alive = [value * (seat in state.seated) for seat, value in enumerate(values)]
    return [value / (sum(alive) or 1) for value in alive]


HOOKS = {
    "plaque-auction": Hooks(policy=auction.steady, rest=hand_of, worth=worth_of_tokens),
    "concealed-draw": Hooks(policy=concealed.steady, rest=round_of, worth=worth_of_lives),
}
