"""How each seat stands before a hand is over: its tokens and its expected share of the pot."""

from collections.abc import Sequence

from games.plaques.rules.auction.state import AuctionState
from games.plaques.rules.prospects import prospect

STEEP = 4
"""The exponent of a tableau's prospect: a slightly better tableau is much more likely to win the pot."""


def hopes(state: AuctionState) -> Sequence[float]:
    """Return tokens by seat, with the pot and all bids shared out by the prospects of the tableaux."""
    if not (state.bidding or state.picking):
        return [float(stock) for stock in state.stocks]
    chances = [_chance(state, seat) for seat in range(len(state.stocks))]
    whole = sum(chances) or 1.0
    pot = state.pot + sum(state.bids)
    return [stock + pot * chance / whole for stock, chance in zip(state.stocks, chances, strict=True)]


def _chance(state: AuctionState, seat: int) -> float:
    if seat not in state.seated:
        return 0.0
    return float(prospect((*state.hidden[seat], *state.taken[seat])) ** STEEP)
