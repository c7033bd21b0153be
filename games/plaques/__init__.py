"""Plaque Auction and Concealed Draw: two games with the same plaques and ranking."""

import games.plaques.rules  # noqa: F401 - the rules name the bots, which use them: so either can be imported first
