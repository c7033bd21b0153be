"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Matches and all that happens at a table."""

    name = "games"
