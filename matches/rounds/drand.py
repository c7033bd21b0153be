"""Fetch rounds of drand from the services at `BEACON_URLS`, and believe none of them: each signature is checked."""

import logging
import time
from typing import Final

import msgspec
import requests
from django.conf import settings
from urllib3.exceptions import HTTPError

from engine.beacon import QUICKNET, is_signature

log = logging.getLogger(__name__)
SECONDS_A_STEP: Final = 2
"""The longest wait for a connection, and for the next part of the reply."""
SECONDS_IN_ALL: Final = 4
"""The longest wait for one service."""
LONGEST_SECONDS: Final = 30
"""The longest that a worker that asks keeps others from asking for the same table, should it die."""
MOST_READ: Final = 4096
HEADERS = {"Accept-Encoding": "identity", "User-Agent": "piecepack-by-post"}


class _Round(msgspec.Struct, frozen=True):
    round: int
    signature: str


def fetch(number: int) -> str:
    """Return the signature of a round from the first service that has it, or "" if none has."""
    for url in settings.BEACON_URLS:
        try:
            found = msgspec.json.decode(_reply(f"{url.rstrip('/')}/{QUICKNET.hash}/public/{number}"), type=_Round)
        except (OSError, HTTPError, ValueError) as error:
            log.warning("A service of public randomness gave no answer (%s).", type(error).__name__)
            continue
        signature = found.signature.lower()
        if found.round == number and is_signature(number, signature):
            return signature
        log.error("A service of public randomness gave a signature that does not hold, or cannot be checked.")
    return ""


def _reply(url: str) -> bytes:
    """The body of a reply. Raises `OSError` or `HTTPError` if it does not come in time."""
    end, body = time.monotonic() + SECONDS_IN_ALL, b""
    with requests.Session() as session:
        session.trust_env = False
        reply = session.get(url, headers=HEADERS, timeout=SECONDS_A_STEP, stream=True, allow_redirects=False)
        if reply.status_code != requests.codes.ok:
            raise OSError(f"status {reply.status_code}")
        while part := reply.raw.read1(MOST_READ):
            body += part
            if len(body) > MOST_READ or time.monotonic() > end:
                raise OSError("too long")
    return body
