"""Manipulation: a code of tiles, and coins that change it."""

import games.manipulation.rules  # noqa: F401 - the rules name the bots, which use them: so either can be imported first
