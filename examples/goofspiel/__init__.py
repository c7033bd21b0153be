"""Goofspiel: everyone bids cards of a suit of their own for prize cards, all at once."""
