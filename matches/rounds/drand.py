"""Fetch rounds of drand from the services at `BEACON_URLS`, and believe none of them: each signature is checked."""

import logging
from typing import Final

import msgspec
import requests
from django.conf import settings
from urllib3.exceptions import HTTPError

from engine.beacon import QUICKNET, is_signature
from notifications.outgoing import GuardedSession

log = logging.getLogger(__name__)
HEADERS: Final = {"Accept-Encoding": "identity", "User-Agent": "piecepack-by-post"}


class _Round(msgspec.Struct, frozen=True):
    round: int
    signature: str


def fetch(number: int) -> str:
    """Return the signature of a round from the first service that has it, or "" if none has."""
    for url in settings.BEACON_URLS:
        try:
            found = _fetch(f"{url.rstrip('/')}/{QUICKNET.hash}/public/{number}")
        except (OSError, HTTPError, ValueError) as error:
            log.warning("A service of public randomness gave no answer (%s).", type(error).__name__)
            continue
        signature = found.signature.lower()
        if found.round == number and is_signature(number, signature):
            return signature
        log.error("A service of public randomness gave a signature that does not hold, or cannot be checked.")
    return ""


def _fetch(url: str) -> _Round:
    """Ask a service. Raises `OSError`, `HTTPError` or `ValueError` if no round comes in time."""
    with GuardedSession() as session:
        reply = session.get(url, headers=HEADERS)
        if reply.status_code != requests.codes.ok:
            raise OSError(f"status {reply.status_code}")
        return msgspec.json.decode(reply.content, type=_Round)
