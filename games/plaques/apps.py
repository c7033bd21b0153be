"""The app configuration."""

from django.apps import AppConfig


class PlaquesConfig(AppConfig):
    """Configuration of the app for both games of plaques."""

    name = "games.plaques"

    def ready(self) -> None:
        """Register the pieces that only these games have for pictures."""
        from foundation.drawings import register
        from games.plaques.page.pieces import KINDS

        for letter, kind in KINDS.items():
            register(letter, kind)
