"""A simple bot for Plaque Auction."""

from collections.abc import Sequence

from engine import Budget, Chance
from games.plaques.rules.auction.actions import Add, AuctionAction, Bid, Pass, Pick
from games.plaques.rules.auction.hands import ROUNDS
from games.plaques.rules.auction.view import AuctionObservation
from games.plaques.rules.prospects import prospect
from games.plaques.rules.seats import round_from

KEEN = 120
"""The gain in prospect worth spending a whole round's share of tokens."""


def steady(
    seen: AuctionObservation, legal_actions: Sequence[AuctionAction], budget: Budget, chance: Chance
) -> AuctionAction:
    """Pick the plaque that helps my tableau most, and bid by how much it would help."""
    gains = gains_of(seen)
    if seen.picking:
        return max(legal_actions, key=lambda action: gains[action.plaque] if isinstance(action, Pick) else 0)
    limit = limit_of(seen, sorted(gains.values(), reverse=True))
    if seen.options.bidding == "sealed":
        return Bid(max(0, limit - chance.below(2)))
    return _add(seen, limit)


def gains_of(seen: AuctionObservation) -> dict[str, int]:
    """Return how much each plaque of the centre would help."""
    me = _me(seen)
    mine = seen.own + seen.taken[me]
    base = prospect(mine)
    return {plaque: prospect((*mine, plaque)) - base for plaque in seen.centre}


def _me(seen: AuctionObservation) -> int:
    """Return the seat that is asked: the viewer's."""
    return seen.seated[0] if seen.viewer is None else seen.viewer


def limit_of(seen: AuctionObservation, gains: list[int]) -> int:
    """Return the highest bid for this round: a share of the stock that grows with what an early pick gains."""
    me = _me(seen)
    held = seen.stocks[me] + seen.bids[me]
    rounds_left = ROUNDS + 1 - seen.round
    share = min(gains[0] - gains[len(gains) // 2], KEEN) / KEEN
    return round(held * share / rounds_left)


def _add(seen: AuctionObservation, limit: int) -> AuctionAction:
    """Add just enough to pick first, if that stays within the limit."""
    me = _me(seen)
    order = round_from(seen.seated, seen.first)
    needed = max(
        seen.bids[seat] + (order.index(seat) < order.index(me)) - seen.bids[me] for seat in order if seat != me
    )
    if needed <= 0 or seen.bids[me] + needed > limit:
        return Pass()
    return Add(needed)
