"""The level of the bots that play for absent players."""

from django.conf import settings

from games.levels import USUAL, levels_of
from games.registry import GAMES


def stand_in_level(slug: str, chosen: str = "") -> str:
    """Return the level at a table of a game: the host's choice, or the site's if there is none."""
    level = chosen or settings.STAND_IN_LEVEL
    return level if level in levels_of(GAMES[slug]) else USUAL
