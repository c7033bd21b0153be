"""A match of Plaque Auction as it stands."""

import msgspec

from games.rules.core import Player, State
from games.rules.plaques.auction.options import AuctionOptions
from games.rules.plaques.pieces import Tableau


class Showdown(msgspec.Struct, frozen=True, gc=False):
    """How the last hand ended: all tableaux, and what each seat took of the pot."""

    hand: int
    tableaux: tuple[Tableau, ...]
    shares: tuple[int, ...]


class AuctionState(State, frozen=True):
    """Everything there is to know; rows have one entry a seat."""

    options: AuctionOptions
    seated: tuple[Player, ...]
    """Players still in, in seat order."""
    hands: int
    hand: int
    dealer: Player
    stocks: tuple[int, ...]
    """Tokens neither bid nor in the pot."""
    pot: int
    hidden: tuple[Tableau, ...]
    taken: tuple[Tableau, ...]
    pile: Tableau
    """Plaques not turned up yet, the next one first."""
    round: int
    first: Player
    """The first player of this round."""
    centre: Tableau
    bids: tuple[int, ...]
    bidding: tuple[Player, ...]
    """Who has not passed, the one to bid first; in sealed bidding, who is asked for a bid."""
    picking: tuple[Player, ...]
    """Who has yet to pick, in order; empty while bidding."""
    last: Showdown | None = None
