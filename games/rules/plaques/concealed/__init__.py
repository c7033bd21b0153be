"""Concealed Draw: drawing and discarding behind the hand until someone is content."""

from games.rules.plaques.concealed.game import CONCEALED_DRAW

__all__ = ["CONCEALED_DRAW"]
