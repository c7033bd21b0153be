"""The cache of a site in one process, which forgets what has expired.

Django's own keeps an entry that nobody asks for again until there are too many of them. Limits need room for many
entries, so files and counts of the past would stay there too.
"""

import time
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache

SWEPT_EVERY = 60.0
"""Seconds."""


class LocalCache(LocMemCache):
    """A cache in the memory of this process, swept once a minute."""

    _cache: dict[str, Any]
    _expire_info: dict[str, float | None]
    _swept_at = 0.0

    def _set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT) -> None:
        """Set an entry. The caller holds the lock."""
        super()._set(key, value, timeout)  # type: ignore[misc]
        now = time.time()
        if now - self._swept_at >= SWEPT_EVERY:
            self._swept_at = now
            for old in [key for key, until in self._expire_info.items() if until is not None and until <= now]:
                del self._cache[old], self._expire_info[old]
