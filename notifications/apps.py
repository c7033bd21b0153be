"""The application of notices."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """The ledger of notices, the mails made of it and the mailbox of a development site."""

    name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"
