"""Manipulation by Adam B. Norberg: a common code, secret goals and sealed auctions. See `rulings` for settled cases."""

from games.manipulation.rules.game import Manipulation
from games.manipulation.rules.rulings import RULINGS

MANIPULATION = Manipulation()

GAMES = (MANIPULATION,)

__all__ = ["GAMES", "MANIPULATION", "RULINGS"]
