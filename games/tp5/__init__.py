"""TP5: statements about tiles, claims on them, and thirteen phestivities."""

import games.tp5.rules  # noqa: F401 - the rules name the bots, which use them: so either can be imported first
