"""Hex Auction: bid for hexes, then lay them so that their colours meet."""

import games.hexes.rules  # noqa: F401 - the rules name the bots, which use them: so either can be imported first
