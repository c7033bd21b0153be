"""The app for notices."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """The ledger of notices, their delivery, and the mailbox of a development site."""

    name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks."""
        from notifications import checks  # noqa: F401 - importing registers the checks
