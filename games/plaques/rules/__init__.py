"""Two games from Empire, the game of plaques, with the same pieces and ranking."""

from games.plaques.rules.auction import PLAQUE_AUCTION
from games.plaques.rules.concealed import CONCEALED_DRAW

GAMES = (PLAQUE_AUCTION, CONCEALED_DRAW)

__all__ = ["CONCEALED_DRAW", "GAMES", "PLAQUE_AUCTION"]
