"""Django configuration of the foundation."""

from django.apps import AppConfig

from engine import language
from foundation.language import ReadersLanguage


class FoundationConfig(AppConfig):
    """The app that every other app may use."""

    name = "foundation"

    def ready(self) -> None:
        """Word the games in the language that is read."""
        language.speak(ReadersLanguage())
