"""How far each seat has come before a hand is over: its tokens, and what it may hope for of the pot."""

from collections.abc import Sequence

from games.rules.plaques.auction.state import AuctionState
from games.rules.plaques.prospects import prospect

STEEP = 4
"""The pot goes to few: a little better a tableau is much likelier to take it."""


def hopes(state: AuctionState) -> Sequence[float]:
    """Tokens by seat, with the pot and all bids shared out by what the tableaux may become."""
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
