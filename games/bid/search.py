"""What this game tells the search."""

from collections.abc import Hashable, Sequence

from engine import Chance
from engine.search import Hooks
from games.bid.balance import balanced
from games.bid.bot import seat_of, steady
from games.bid.rules import BID
from games.bid.rules.state import BidState
from games.bid.worth import worth_of

STRETCH = 0.8
"""Matches end nearer to even than `worth` says: measured in 400 matches of *steady* with three seats, and with four."""
PAIR = 2


def public(state: BidState) -> Hashable:
    """The state: everybody can follow every tile (B13)."""
    return state


def is_tie_of_two(state: BidState) -> bool:
    """True if two seats break a tie: their coins decide the round, and the next dice are not weighed."""
    return state.phase == "tie_break" and len(BID.current_players(state)) == PAIR


def round_of(state: BidState) -> int:
    """Simulated matches are played to the end of the round."""
    return state.round


def worth(state: BidState, chance: Chance) -> Sequence[float]:
    """Weigh points, tiles and coins."""
    return worth_of(state)


HOOKS = {
    "bid": Hooks(
        policy=steady,
        rivals=balanced,
        seat=seat_of,
        public=public,
        rest=round_of,
        worth=worth,
        stretch=STRETCH,
        at_once=is_tie_of_two,
    )
}
