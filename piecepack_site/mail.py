"""How mail leaves the site."""

from typing import Any

DJANGOS_SMTP = "django.core.mail.backends.smtp.EmailBackend"
SECONDS = 15
"""How long a mail server is waited for."""


def mail_settings(found: dict[str, Any]) -> dict[str, Any]:
    """Django's settings from those found in `EMAIL_URL`; without any, mail stays in the mailbox of the site."""
    if not found:
        return {"EMAIL_BACKEND": "notifications.mailbox.MailboxBackend"}
    own = {"EMAIL_BACKEND": "notifications.smtp.EmailBackend"} if found["EMAIL_BACKEND"] == DJANGOS_SMTP else {}
    return {**found, **own, "EMAIL_TIMEOUT": SECONDS}
