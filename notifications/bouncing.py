"""Bounced mails. Each mail has its own sender (VERP), so a bounce report identifies its notice."""

import re
from dataclasses import dataclass
from email.message import Message
from email.utils import getaddresses

from django.conf import settings
from django.core.signing import BadSignature
from django.utils.crypto import constant_time_compare, salted_hmac

LETTERS = 20
RETURNED = re.compile(rf"\+(\d{{1,18}})-([0-9a-f]{{{LETTERS}}})@", re.IGNORECASE)
DELIVERED_BY = ("To", "Delivered-To", "X-Original-To", "Envelope-To")


@dataclass(frozen=True)
class Bounce:
    """A mail that bounced permanently."""

    notice_id: int
    reason: str


def _sign(notice_id: int, secret: str | None = None) -> str:
    return salted_hmac("mail.bounce", str(notice_id), secret, algorithm="sha256").hexdigest()[:LETTERS]


def envelope_sender(*, notice_id: int) -> str:
    """The sender that bounces go to. Without `BOUNCE_ADDRESS`, the site's own."""
    if not settings.BOUNCE_ADDRESS:
        return str(settings.DEFAULT_FROM_EMAIL)
    name, _, host = settings.BOUNCE_ADDRESS.partition("@")
    return f"{name}+{notice_id}-{_sign(notice_id)}@{host}"


def _notice_meant(address: str) -> int:
    """The id of the notice in an envelope sender. Raises `BadSignature`."""
    found = RETURNED.search(address)
    if found is None:
        raise BadSignature("The address contains no notice.")
    notice_id, given = int(found[1]), found[2].lower()
    secrets = (None, *settings.SECRET_KEY_FALLBACKS)
    if not any(constant_time_compare(_sign(notice_id, secret), given) for secret in secrets):
        raise BadSignature("The address was not signed by this site.")
    return notice_id


def bounce_in(message: Message, *, recipient: str = "") -> Bounce | None:
    """The bounce that a mail to a bounce address reports, or None unless it reports a permanent failure.

    Raises `BadSignature` if it is not about a mail of this site.
    """
    named = [recipient, *(address for _, address in getaddresses(_headers(message)))]
    notice_id = _notice_meant(next((address for address in named if RETURNED.search(address)), ""))
    for part in message.walk():
        status = str(part.get("Status", "")).strip()
        if str(part.get("Action", "")).strip().lower() == "failed" and status.startswith("5."):
            diagnostic = str(part.get("Diagnostic-Code", "")).partition(";")[2].strip()
            # PostgreSQL keeps no NUL.
            said = f"{status} {diagnostic}".replace("\0", " ")
            return Bounce(notice_id, " ".join(said.split()))
    return None


def _headers(message: Message) -> list[str]:
    return [str(value) for name in DELIVERED_BY for value in message.get_all(name, [])]
