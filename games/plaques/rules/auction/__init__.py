"""Plaque Auction: open or sealed bidding for plaques, and a pot for the best tableau."""

from games.plaques.rules.auction.game import PLAQUE_AUCTION

__all__ = ["PLAQUE_AUCTION"]
