"""The app configuration."""

from typing import ClassVar

from django.apps import AppConfig


class PlaquesConfig(AppConfig):
    """Configuration of the app for both games of plaques."""

    name = "games.plaques"
    bundles: ClassVar = {
        "plaques/all.css": (
            "plaques/plaques.css",
            "plaques/table.css",
            "plaques/ask.css",
            "plaques/showdown.css",
            "plaques/phone.css",
        ),
    }
    """Files that pages get as one; see `foundation.bundles`."""

    def ready(self) -> None:
        """Register the pieces that only these games have for pictures."""
        from foundation.drawings import register
        from games.plaques.page.pieces import KINDS

        for letter, kind in KINDS.items():
            register(letter, kind)
