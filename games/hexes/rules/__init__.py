"""Hex Auction by David R. MacIver: bids for first choice of hexes, laid in runs so that colours meet."""

from games.rules.hexes.game import HexAuction

HEXES = HexAuction()

__all__ = ["HEXES"]
