"""Two games of Empire, the game of plaques, with the same pieces and the same ranking."""

from games.rules.plaques.auction import PLAQUE_AUCTION
from games.rules.plaques.concealed import CONCEALED_DRAW

__all__ = ["CONCEALED_DRAW", "PLAQUE_AUCTION"]
