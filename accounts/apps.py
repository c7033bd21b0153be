"""The app for users and their preferences."""

from importlib import import_module

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Persons, guests, bot accounts and house players."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen for accounts that lose their access."""
        import_module("accounts.security.socket_checks")
