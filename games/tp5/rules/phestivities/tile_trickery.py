"""Tile Trickery: after the deal each player passes a tile to the right."""

from games.tp5.rules.phestivities.base import Phestivity


class TileTrickery(Phestivity):
    """One tile changes hands before the reveal."""

    passes_tiles = True
