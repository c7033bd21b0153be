"""Bid!: sealed bids of tiles for the prize that four dice show."""
