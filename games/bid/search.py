"""What this game tells the search."""

from collections.abc import Hashable, Sequence

from engine import Chance, Player
from engine.piecepack import INDEX, VALUE
from engine.search import Hooks
from engine.search.values import value_of_tally
from games.bid.bot import steady
from games.bid.mixes import COIN, TILE
from games.bid.rules import BID
from games.bid.rules.state import BidState
from games.bid.rules.view import BidObservation

STRETCH = 0.8
"""Matches end nearer to even than `worth` says: measured in 400 matches of *steady* with three seats, and with four."""
PAIR = 2


def seat_of(seen: BidObservation) -> Player:
    """The seat that holds the viewer's tiles."""
    return seen.whereabouts[INDEX[seen.hand[0]]]


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
    """Weigh points, tiles and coins; the further the target, the less they decide."""
    tally = [
        score + TILE * sum(map(VALUE.__getitem__, hand)) + COIN * coins
        for score, hand, coins in zip(state.scores, state.hands, state.coins, strict=True)
    ]
    to_go = max(0, state.options.target - max(state.scores))
    return value_of_tally(tally, 4 + 0.2 * to_go)


HOOKS = {
    "bid": Hooks(
        policy=steady,
        seat=seat_of,
        public=public,
        rest=round_of,
        worth=worth,
        stretch=STRETCH,
        at_once=is_tie_of_two,
    )
}
