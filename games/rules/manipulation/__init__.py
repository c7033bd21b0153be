"""Manipulation by Adam B. Norberg: a common code, secret goals and sealed auctions. `points` has what is settled."""

from games.rules.manipulation.game import Manipulation
from games.rules.manipulation.points import POINTS

MANIPULATION = Manipulation()

__all__ = ["MANIPULATION", "POINTS"]
