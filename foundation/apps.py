"""Django configuration of the foundation."""

from django.apps import AppConfig
from django.conf import settings

from engine import language
from foundation.empty_catalogues import skip_empty_catalogues
from foundation.language import ReadersLanguage


class FoundationConfig(AppConfig):
    """The app that every other app may use."""

    name = "foundation"

    def ready(self) -> None:
        """Word the games in the language that is read, and the site's own language without detours."""
        language.speak(ReadersLanguage())
        skip_empty_catalogues(settings.LANGUAGE_CODE)
