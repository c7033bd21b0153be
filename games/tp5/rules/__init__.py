"""TP5: The PiecePack Poker Party Parade by Eric Witt: claims on face-down tiles make poker hands."""

from games.tp5.rules.game import Tp5

TP5 = Tp5()

GAMES = (TP5,)

__all__ = ["GAMES", "TP5"]
