"""Goofspiel: everyone bids cards of a suit of their own for prize cards, all at once."""

from . import rules  # noqa: F401 - the rules name the bots, which use them: so either can be imported first
