"""TP5: The PiecePack Poker Party Parade by Eric Witt: claims on face-down tiles make poker hands."""

from games.rules.tp5.game import Tp5

TP5 = Tp5()

__all__ = ["TP5"]
