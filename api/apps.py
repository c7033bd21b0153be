"""The app configuration."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Configuration of the app that all parts of the API build on."""

    name = "api"
    default_auto_field = "django.db.models.BigAutoField"
