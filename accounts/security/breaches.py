"""Passwords known from breaches, looked up by range: the service learns five digits of a hash, never the password.

It speaks as https://haveibeenpwned.com/API/v3#PwnedPasswords does.
"""

import hashlib
import logging
import time

import requests
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy
from urllib3.exceptions import HTTPError

from accounts.models import User

log = logging.getLogger(__name__)
PREFIX = 5
SECONDS_A_STEP = 2
"""The longest wait for a connection, and for the next part of the reply."""
SECONDS_IN_ALL = 4
MOST_READ = 1024 * 1024
STOLEN = gettext_lazy("This password is in lists of stolen passwords. Choose another.")
# Padding hides in the length of the reply which range was asked for.
HEADERS = {"Add-Padding": "true", "Accept-Encoding": "identity", "User-Agent": "piecepack-by-post"}


class BreachedPasswordValidator:
    """Refuses passwords that the service at `BREACHED_PASSWORDS_URL` knows; without the setting it asks nobody.

    If the service does not answer, the lists that ship with the site decide alone.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise `ValidationError` for a breached password."""
        if not settings.BREACHED_PASSWORDS_URL:
            return
        try:
            is_stolen = _is_breached(password)
        except (OSError, HTTPError, ValueError):
            log.warning("The service of breached passwords gave no answer; the list that ships with the site decides.")
        else:
            if is_stolen:
                raise ValidationError(STOLEN, code="password_breached")

    def get_help_text(self) -> str:
        return gettext("Your password can’t be one that was stolen somewhere.")


def _is_breached(password: str) -> bool:
    digest = hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper()
    lines = (line.partition(":") for line in _range(digest[:PREFIX]).splitlines())
    # A count of zero is padding.
    return any(suffix.upper() == digest[PREFIX:] and int(count) > 0 for suffix, _, count in lines)


def _range(prefix: str) -> str:
    """The reply for all hashes that begin like this. Raises `OSError` or `HTTPError` if it does not come in time."""
    end, body = time.monotonic() + SECONDS_IN_ALL, b""
    with requests.Session() as session:
        session.trust_env = False
        url = f"{settings.BREACHED_PASSWORDS_URL.rstrip('/')}/{prefix}"
        reply = session.get(url, headers=HEADERS, timeout=SECONDS_A_STEP, stream=True, allow_redirects=False)
        if reply.status_code != requests.codes.ok:
            raise OSError(f"status {reply.status_code}")
        while part := reply.raw.read1(MOST_READ):
            body += part
            if len(body) > MOST_READ or time.monotonic() > end:
                raise OSError("too long")
    return body.decode("ascii")
