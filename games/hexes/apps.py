"""The app configuration."""

from typing import ClassVar

from django.apps import AppConfig


class HexesConfig(AppConfig):
    """Configuration of the Hex Auction app."""

    name = "games.hexes"
    bundles: ClassVar = {
        "hexes/all.css": ("hexes/hexes.css", "hexes/hex-table.css", "hexes/hex-ask.css"),
        "hexes/all.js": ("js/texts.js", "hexes/hex-view.js", "hexes/hexes.js"),
    }
    """Files that pages get as one; see `foundation.bundles`."""

    def ready(self) -> None:
        """Register the pieces that only this game has for pictures."""
        from foundation.drawings import register
        from foundation.patterns import register_patterns
        from games.hexes.page.pieces import KINDS

        for letter, kind in KINDS.items():
            register(letter, kind)
        register_patterns("hexes/pieces/patterns.svg")
