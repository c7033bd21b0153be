"""The app for notices."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class NotificationsConfig(AppConfig):
    """The ledger of notices, their delivery, and the mailbox of a development site."""

    name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks, and what else opens an account."""
        from accounts.security.ways_in import WayIn, register_way_in
        from notifications import checks  # noqa: F401 - importing registers the checks
        from notifications.models import Device, Feed, Messenger, Webhook

        for way_in in (
            WayIn(
                "devices",
                gettext_lazy("Browsers that get push messages"),
                lambda user, own: Device.objects.filter(user__in=own),
            ),
            WayIn(
                "messengers",
                gettext_lazy("Linked messengers"),
                lambda user, own: Messenger.objects.filter(user__in=own),
            ),
            WayIn("webhooks", gettext_lazy("Webhooks"), lambda user, own: Webhook.objects.filter(user__in=own)),
            WayIn(
                "feeds",
                gettext_lazy("Addresses of your calendar and feeds"),
                lambda user, own: Feed.objects.filter(user__in=own),
            ),
        ):
            register_way_in(way_in)
