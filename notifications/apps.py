"""The application of notices."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """The ledger of notices, the mails made of it and the mailbox of a development site."""

    name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what a server must not go without."""
        from notifications import checks  # noqa: F401 - checks are registered by being imported
