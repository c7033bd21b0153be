"""The games on the site, one line each. Nothing else outside a game's folder names a game.

Each line is a package below `games/` that is a Django app and whose `rules` define a tuple `GAMES`.
"""

from importlib import import_module

from engine import AnyGame

BOX = (
    "games.bid",
    "games.hexes",
    "games.manipulation",
    "games.plaques",
    "games.tp5",
)

GAMES: dict[str, AnyGame] = {game.slug: game for app in BOX for game in import_module(f"{app}.rules").GAMES}
"""All games by slug, in the order of `BOX`."""
