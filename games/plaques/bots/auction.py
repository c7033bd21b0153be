"""A bot with simple sense for Plaque Auction."""

from collections.abc import Sequence

from games.rules.core import Budget, Chance
from games.rules.plaques.auction.actions import Add, AuctionAction, Bid, Pass, Pick
from games.rules.plaques.auction.hands import ROUNDS
from games.rules.plaques.auction.view import AuctionObservation
from games.rules.plaques.prospects import prospect
from games.rules.plaques.seats import round_from

KEEN = 120
"""A prospect gained that is worth all that may be spent in a round."""


def steady(
    seen: AuctionObservation, legal_actions: Sequence[AuctionAction], budget: Budget, chance: Chance
) -> AuctionAction:
    """Pick what helps the own tableau most, and pay by how much it would help."""
    gains = gains_of(seen)
    if seen.picking:
        return max(legal_actions, key=lambda action: gains[action.plaque] if isinstance(action, Pick) else 0)
    limit = limit_of(seen, sorted(gains.values(), reverse=True))
    if seen.options.bidding == "sealed":
        return Bid(max(0, limit - chance.below(2)))
    return _add(seen, limit)


def gains_of(seen: AuctionObservation) -> dict[str, int]:
    """How much each plaque of the centre would help."""
    me = _me(seen)
    mine = seen.own + seen.taken[me]
    base = prospect(mine)
    return {plaque: prospect((*mine, plaque)) - base for plaque in seen.centre}


def _me(seen: AuctionObservation) -> int:
    """The seat that is asked: the viewer's."""
    return seen.seated[0] if seen.viewer is None else seen.viewer


def limit_of(seen: AuctionObservation, gains: list[int]) -> int:
    """The most to bid in this round: a share of the stock by what the first pick gains over the last."""
    me = _me(seen)
    held = seen.stocks[me] + seen.bids[me]
    rounds_left = ROUNDS + 1 - seen.round
    share = min(gains[0] - gains[len(gains) // 2], KEEN) / KEEN
    return round(held * share / rounds_left)


def _add(seen: AuctionObservation, limit: int) -> AuctionAction:
    """Add just enough to pick first, if that keeps within the limit."""
    me = _me(seen)
    order = round_from(seen.seated, seen.first)
    needed = max(
        seen.bids[seat] + (order.index(seat) < order.index(me)) - seen.bids[me] for seat in order if seat != me
    )
    if needed <= 0 or seen.bids[me] + needed > limit:
        return Pass()
    return Add(needed)
