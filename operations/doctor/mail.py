"""Checks of mail and push."""

import base64
import binascii
from collections.abc import Iterator
from smtplib import SMTPAuthenticationError, SMTPException

from django.conf import settings
from django.core.mail import get_connection

from operations.doctor.findings import Finding, fail, ok, warn

PRIVATE_BYTES = 32


def mail_can_be_sent() -> Iterator[Finding]:
    """Check that the mail server accepts a connection. Sends nothing."""
    if not settings.EMAIL_URL:
        words = "This site sends no mail. Set EMAIL_URL."
        yield warn(words) if settings.EMBEDDED else fail(words)
        return
    where = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        with get_connection():
            pass  # connects and closes
    except SMTPAuthenticationError:
        yield fail(f"The mail server {where} rejects the user or password. Check EMAIL_URL.")
    except (SMTPException, OSError) as error:
        yield fail(f"Cannot connect to the mail server {where} ({type(error).__name__}: {error}). Check EMAIL_URL.")
    else:
        yield ok(f"The mail server {where} accepts connections.")
    if "@localhost" in settings.DEFAULT_FROM_EMAIL:
        yield warn("Mails come from an address at localhost. Set DEFAULT_FROM_EMAIL.")


def push_keys_fit() -> Iterator[Finding]:
    """Check that the VAPID key is valid, if set."""
    key = getattr(settings, "VAPID_PRIVATE_KEY", "")
    if not key:
        yield ok("Push is not set up.")
    elif _raw_length(key) == PRIVATE_BYTES or key.startswith("-----BEGIN"):
        yield ok("VAPID_PRIVATE_KEY is valid.")
    else:
        yield fail("VAPID_PRIVATE_KEY is not a key. Create one with `manage.py vapid`.")


def _raw_length(key: str) -> int:
    try:
        return len(base64.urlsafe_b64decode(key + "=" * (-len(key) % 4)))
    except (binascii.Error, ValueError):
        return 0
