"""The mail settings."""

from typing import Any

DJANGOS_SMTP = "django.core.mail.backends.smtp.EmailBackend"
SECONDS = 15
"""The timeout of the mail server."""


def mail_settings(found: dict[str, Any]) -> dict[str, Any]:
    """Django's mail settings from those in `EMAIL_URL`. If empty, mail stays in the site's mailbox."""
    if not found:
        return {"EMAIL_BACKEND": "notifications.mailbox.MailboxBackend"}
    own = {"EMAIL_BACKEND": "notifications.smtp.EmailBackend"} if found["EMAIL_BACKEND"] == DJANGOS_SMTP else {}
    return {**found, **own, "EMAIL_TIMEOUT": SECONDS}
