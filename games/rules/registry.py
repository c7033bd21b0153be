"""The games of the box: one line each."""

from typing import Any

from games.rules.bid import BID
from games.rules.core import Game
from games.rules.hexes import HEXES
from games.rules.plaques import CONCEALED_DRAW, PLAQUE_AUCTION
from games.rules.tp5 import TP5

GAMES: dict[str, Game[Any, Any, Any, Any]] = {
    game.slug: game for game in (BID, HEXES, PLAQUE_AUCTION, CONCEALED_DRAW, TP5)
}
