"""Rate limits of messengers: nothing is sent to a server for as long as it asks us to wait."""

import math
from datetime import datetime, timedelta

from django.core.cache import cache
from django.utils.translation import gettext_noop
from requests import Response

LONGEST = timedelta(hours=2)
"""If a server asks for a longer wait, the notice fails."""
SHORTEST = timedelta(seconds=1)
MOST_DIGITS = 12
TOO_MUCH = gettext_noop("It waits, because the server is getting too many messages.")


class NotNow(Exception):
    """The server wants nothing before `until`."""

    def __init__(self, until: datetime) -> None:
        super().__init__(TOO_MUCH)
        self.until = until


def asked_wait(reply: Response) -> timedelta | None:
    """Return how long a server wants nothing; None if it does not say.

    Telegram and older homeservers say it in the body, others in a header.
    """
    return _seconds(reply.headers.get("Retry-After")) or _said_in(reply)


def _said_in(reply: Response) -> timedelta | None:
    try:
        body = reply.json()
        parameters = body.get("parameters") or {}
        milliseconds = body.get("retry_after_ms")
        return _seconds(parameters.get("retry_after")) or _seconds(milliseconds and int(milliseconds) / 1000)
    except (AttributeError, LookupError, OverflowError, TypeError, ValueError):
        return None


def _seconds(said: object) -> timedelta | None:
    """Return the wait, rounded up to whole seconds, and at most twice `LONGEST`."""
    written = str(said or "").strip()
    try:
        seconds = float(written[:MOST_DIGITS])
    except ValueError:
        return None
    if not math.isfinite(seconds) or seconds <= 0:
        return None
    return max(SHORTEST, timedelta(seconds=math.ceil(min(seconds, 2 * LONGEST.total_seconds()))))


def note_asked_wait(server: str, until: datetime, now: datetime) -> None:
    """Note until when a server asked us to wait."""
    cache.set(_key(server), until.timestamp(), math.ceil((until - now).total_seconds()) + 1)


def check_takes(server: str, now: datetime) -> None:
    """Raise `NotNow` while a server asks us to wait."""
    until = cache.get(_key(server))
    if until is not None and until > now.timestamp():
        raise NotNow(datetime.fromtimestamp(until, now.tzinfo))


def _key(server: str) -> str:
    return f"notices:told-to-wait:{server}"
