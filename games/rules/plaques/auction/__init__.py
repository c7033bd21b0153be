"""Plaque Auction: bidding for plaques in the open or sealed, and a pot for the best tableau."""

from games.rules.plaques.auction.game import PLAQUE_AUCTION

__all__ = ["PLAQUE_AUCTION"]
