"""The app configuration."""

from typing import ClassVar

from django.apps import AppConfig


class TP5Config(AppConfig):
    """Configuration of the TP5 app."""

    name = "games.tp5"
    bundles: ClassVar = {
        "tp5/all.js": ("js/texts.js", "tp5/tp5.js"),
        "tp5/all.css": ("tp5/tp5.css", "tp5/table.css", "tp5/table-phone.css", "tp5/ask.css"),
    }
    """Files that pages get as one; see `foundation.bundles`."""
