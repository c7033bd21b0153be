"""The application of people's rights over what is kept of them."""

from django.apps import AppConfig


class RightsConfig(AppConfig):
    """Archives of one's own data, erasure, and how long anything is kept."""

    name = "rights"
    default_auto_field = "django.db.models.BigAutoField"
