"""Whether news reach people: mail, and push where it is set up."""

import base64
import binascii
from collections.abc import Iterator
from smtplib import SMTPAuthenticationError, SMTPException

from django.conf import settings
from django.core.mail import get_connection

from operations.doctor.findings import Finding, fail, ok, warn

PRIVATE_BYTES = 32


def mail_can_be_sent() -> Iterator[Finding]:
    """The mail server takes us; nothing is sent."""
    if not settings.EMAIL_URL:
        words = "No mail leaves this site. Set EMAIL_URL."
        yield warn(words) if settings.EMBEDDED else fail(words)
        return
    where = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        _knock()
    except SMTPAuthenticationError:
        yield fail(f"The mail server {where} refuses user or password. Check EMAIL_URL.")
    except (SMTPException, OSError) as error:
        yield fail(f"The mail server {where} does not take us ({type(error).__name__}: {error}). Check EMAIL_URL.")
    else:
        yield ok(f"The mail server {where} takes us.")
    if "@localhost" in settings.DEFAULT_FROM_EMAIL:
        yield warn("Mails come from an address at localhost. Set DEFAULT_FROM_EMAIL.")


def _knock() -> None:
    connection = get_connection()
    try:
        connection.open()
    finally:
        connection.close()


def push_keys_fit() -> Iterator[Finding]:
    """The key that signs messages to browsers is one, if it is set."""
    key = getattr(settings, "VAPID_PRIVATE_KEY", "")
    if not key:
        yield ok("Push is not set up.")
    elif _raw_length(key) == PRIVATE_BYTES or key.startswith("-----BEGIN"):
        yield ok("VAPID_PRIVATE_KEY is a key.")
    else:
        yield fail("VAPID_PRIVATE_KEY is no key. Make one as the docs show.")


def _raw_length(key: str) -> int:
    try:
        return len(base64.urlsafe_b64decode(key + "=" * (-len(key) % 4)))
    except (binascii.Error, ValueError):
        return 0
