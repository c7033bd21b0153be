"""System checks for servers."""

from typing import Any

from django.conf import settings
from django.core import checks

MAILBOX = "notifications.mailbox.MailboxBackend"


@checks.register("notifications", deploy=True)
def a_server_sends_mail(app_configs: Any, **kwargs: Any) -> list[checks.CheckMessage]:
    """Warn if the server sends no mail, so that addresses cannot be confirmed."""
    if settings.EMBEDDED or settings.EMAIL_BACKEND != MAILBOX:
        return []
    return [checks.Warning("This server sends no mail. Set EMAIL_URL, see docs/operators.md.", id="notifications.W001")]


@checks.register("notifications", deploy=True)
def a_server_posts_to_nobody_inside(app_configs: Any, **kwargs: Any) -> list[checks.CheckMessage]:
    """Reject `OUTGOING_TO_PRIVATE` outside tests: users could reach machines in the server's network."""
    if settings.EMBEDDED or not settings.OUTGOING_TO_PRIVATE:
        return []
    message = "Webhooks and pushes could reach machines in your network. Remove OUTGOING_TO_PRIVATE."
    return [checks.Error(message, id="notifications.E001")]
