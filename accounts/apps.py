"""The application of people and their preferences."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People, guests, programs and the site's own players."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
