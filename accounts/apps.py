"""The app for users and their preferences."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Persons, guests, bot accounts and house players."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
