"""Django configuration of the foundation."""

from django.apps import AppConfig


class FoundationConfig(AppConfig):
    """The app that every other app may use."""

    name = "foundation"
