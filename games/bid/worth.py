"""What a position between two rounds is worth to each seat."""

from collections.abc import Sequence

from engine.piecepack import VALUE
from engine.search.values import value_of_tally
from games.bid.mixes import COIN, TILE
from games.bid.rules.state import BidState


def worth_of(state: BidState) -> Sequence[float]:
    """Weigh points, tiles and coins; the further the target, the less they decide."""
    tally = [
        score + TILE * sum(map(VALUE.__getitem__, hand)) + COIN * coins
        for score, hand, coins in zip(state.scores, state.hands, state.coins, strict=True)
    ]
    to_go = max(0, state.options.target - max(state.scores))
    return value_of_tally(tally, 4 + 0.2 * to_go)
