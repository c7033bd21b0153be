"""Goofspiel: everyone bids cards of a suit of their own for prize cards, all at once."""

from examples.goofspiel.game import Goofspiel

GOOFSPIEL = Goofspiel()

__all__ = ["GOOFSPIEL"]
