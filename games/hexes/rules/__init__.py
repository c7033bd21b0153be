"""Hex Auction by David R. MacIver: bids for first choice of hexes, laid in runs so that colours meet."""

from games.hexes.rules.game import HexAuction

HEXES = HexAuction()

GAMES = (HEXES,)

__all__ = ["GAMES", "HEXES"]
