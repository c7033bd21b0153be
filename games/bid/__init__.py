"""Bid!: sealed bids of tiles for the prize that four dice show."""

import games.bid.rules  # noqa: F401 - the rules name the bots, which use them: so either can be imported first
