"""What a server must not go without."""

from typing import Any

from django.conf import settings
from django.core import checks

MAILBOX = "notifications.mailbox.MailboxBackend"


@checks.register("notifications", deploy=True)
def a_server_sends_mail(app_configs: Any, **kwargs: Any) -> list[checks.CheckMessage]:
    """Warn of a server whose mails nobody receives: addresses could not be confirmed."""
    if settings.EMBEDDED or settings.EMAIL_BACKEND != MAILBOX:
        return []
    return [
        checks.Warning("No mail leaves this server. Set EMAIL_URL, see docs/operators.md.", id="notifications.W001")
    ]


@checks.register("notifications", deploy=True)
def a_server_posts_to_nobody_inside(app_configs: Any, **kwargs: Any) -> list[checks.CheckMessage]:
    """Refuse a server whose users may have it post to machines that only it can reach: that is for tests."""
    if settings.EMBEDDED or not settings.OUTGOING_TO_PRIVATE:
        return []
    said = "Webhooks and pushes could reach machines of your network. Take OUTGOING_TO_PRIVATE away."
    return [checks.Error(said, id="notifications.E001")]
