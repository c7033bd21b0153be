"""Tile Trickery: after the deal each passes a tile to the right."""

from games.rules.tp5.phestivities.base import Phestivity


class TileTrickery(Phestivity):
    """One tile changes hands before the reveal."""

    passes_tiles = True
