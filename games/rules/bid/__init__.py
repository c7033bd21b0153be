"""Bid! by Ian Schreiber and Jeb Havens: sealed bids of tiles for what four dice put up for auction."""

from games.rules.bid.game import Bid as BidGame

BID = BidGame()

__all__ = ["BID"]
