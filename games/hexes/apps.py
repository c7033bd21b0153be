"""The app configuration."""

from django.apps import AppConfig


class HexesConfig(AppConfig):
    """Configuration of the Hex Auction app."""

    name = "games.hexes"

    def ready(self) -> None:
        """Register the pieces that only this game has for pictures."""
        from foundation.drawings import register
        from foundation.patterns import register_patterns
        from games.hexes.page.pieces import KINDS

        for letter, kind in KINDS.items():
            register(letter, kind)
        register_patterns("hexes/pieces/patterns.svg")
