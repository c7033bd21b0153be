"""Hex Auction: bid for hexes, then lay them so that their colours meet."""
