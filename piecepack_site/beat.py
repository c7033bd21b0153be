"""Beat on several machines: one of them sends, and another takes its place within seconds when it falls silent."""

import logging
import secrets
from typing import Any

from celery.beat import ScheduleEntry, Scheduler
from django.conf import settings
from django.core.cache import cache

from foundation.guarded import run_guarded

logger = logging.getLogger(__name__)

LEASE = "beat"
SWEEPS_MISSED = 3
"""So many sweeps of the one that sends may fail to come before another takes its place."""


class OneOfMany(Scheduler):
    """Sends a task only while it holds the lease, an entry of the cache that ends by itself."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.mine = secrets.token_hex(8)
        super().__init__(*args, **kwargs)

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Send what is due, unless another sends it."""
        # Without a cache, two that send are better than none: one sweep of a kind runs at a time.
        if run_guarded(self._takes_lease, "Beat could not take its lease", logger=logger, default=True):
            super().apply_entry(entry, producer=producer)

    def close(self) -> None:
        """Leave the lease to another."""
        run_guarded(self._give_back, "Beat could not give its lease back", logger=logger, default=None)
        super().close()

    def _takes_lease(self) -> bool:
        seconds = SWEEPS_MISSED * settings.SWEEP_SECONDS
        return cache.add(LEASE, self.mine, seconds) or (self._has_lease() and cache.touch(LEASE, seconds))

    def _has_lease(self) -> bool:
        return bool(cache.get(LEASE) == self.mine)

    def _give_back(self) -> None:
        if self._has_lease():
            cache.delete(LEASE)
