"""Addresses of users that are slow to answer: they rest, or a few could hold all workers.

A worker waits for the address that a user has named for pushes, a webhook or a messenger, and cannot do anything else
meanwhile.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from time import monotonic

from django.core.cache import cache

SLOW = 4.0
"""Seconds after which an address counts as slow."""
TIMES = 20
"""The rest, as a multiple of the time that a worker waited. It doubles each further time."""
LONGEST = timedelta(hours=4)
KEPT_SECONDS = 6 * 60 * 60
Kept = tuple[float, int]
"""Until when a user's addresses rest, and how often they were slow."""


def rest_until(*, user_id: int, now: datetime) -> datetime | None:
    """Return until when a user's addresses rest, or None if something may be sent there."""
    until, _ = _kept(user_id)
    return datetime.fromtimestamp(until, now.tzinfo) if until > now.timestamp() else None


@contextmanager
def note_wait(*, user_id: int, now: datetime) -> Iterator[None]:
    """Note how long a worker waits for a user's addresses."""
    began = monotonic()
    try:
        yield
    finally:
        waited = monotonic() - began
        if waited >= SLOW:
            _, times = _kept(user_id)
            rest = min(timedelta(seconds=waited * TIMES * 2 ** min(times, 10)), LONGEST)
            cache.set(_key(user_id), [(now + rest).timestamp(), times + 1], KEPT_SECONDS)


def _kept(user_id: int) -> Kept:
    until, times = cache.get(_key(user_id)) or (0.0, 0)
    return until, times


def _key(user_id: int) -> str:
    return f"notices:slow:{user_id}"
