"""The app for users' rights over their data."""

from django.apps import AppConfig


class RightsConfig(AppConfig):
    """Archives of users' data, erasure and retention periods."""

    name = "rights"
    default_auto_field = "django.db.models.BigAutoField"
