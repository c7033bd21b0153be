"""Concealed Draw: drawing and discarding in secret until someone declares."""

from games.plaques.rules.concealed.game import CONCEALED_DRAW

__all__ = ["CONCEALED_DRAW"]
