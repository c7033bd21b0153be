"""Manipulation: a common code, secret goals and sealed auctions. The settled points are in `points`."""

from games.rules.manipulation.game import MANIPULATION, Manipulation

__all__ = ["MANIPULATION", "Manipulation"]
