"""Bid! by Ian Schreiber and Jeb Havens: sealed bids of tiles for the prize that four dice show."""

from games.bid.rules.game import Bid as BidGame

BID = BidGame()

GAMES = (BID,)

__all__ = ["BID", "GAMES"]
