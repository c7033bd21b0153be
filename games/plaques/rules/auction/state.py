"""The state of a match of Plaque Auction."""

import msgspec

from engine import Player, State
from games.plaques.rules.auction.options import AuctionOptions
from games.plaques.rules.pieces import Tableau


class Showdown(msgspec.Struct, frozen=True, gc=False):
    """The end of the last hand: all tableaux, and each seat's share of the pot."""

    hand: int
    tableaux: tuple[Tableau, ...]
    shares: tuple[int, ...]


class AuctionState(State, frozen=True):
    """Everything about a match; rows have one entry per seat."""

    options: AuctionOptions
    seated: tuple[Player, ...]
    """The players still in, in seat order."""
    hands: int
    hand: int
    dealer: Player
    stocks: tuple[int, ...]
    """The tokens that are neither bid nor in the pot."""
    pot: int
    hidden: tuple[Tableau, ...]
    taken: tuple[Tableau, ...]
    pile: Tableau
    """The plaques not turned up yet, next one first."""
    round: int
    first: Player
    """The first player of this round."""
    centre: Tableau
    bids: tuple[int, ...]
    bidding: tuple[Player, ...]
    """The players who have not passed, next one first; in sealed bidding, those who owe a bid."""
    picking: tuple[Player, ...]
    """The players who have yet to pick, in order; empty while bidding."""
    last: Showdown | None = None
