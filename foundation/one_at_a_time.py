"""Let one worker at a time do a job that finds its own work, such as a sweep: two would do everything twice."""

import logging
import secrets
from collections.abc import Callable
from functools import partial, wraps
from typing import TypeVar

from celery.exceptions import Ignore
from django.core.cache import cache

from foundation.guarded import run_guarded

logger = logging.getLogger(__name__)

R = TypeVar("R")
LEASE_SECONDS = 20
"""Longer than a sweep takes on most days, and short enough to wait after a worker was killed."""


def _give_back(key: str, mine: str) -> None:
    if cache.get(key) == mine:
        cache.delete(key)


def one_at_a_time(name: str, seconds: float) -> Callable[[Callable[[], R]], Callable[[], R]]:
    """Skip a job while another run of it holds the lease, an entry of the cache that ends by itself.

    A run that is skipped raises `Ignore`, so that its task counts neither as done nor as failed.

    It ends so that a killed worker holds up nobody for longer. A run that takes longer, or a cache that was emptied,
    means two at once, which harms nothing: the database decides.
    """
    key = f"one-at-a-time:{name}"

    def decorated(job: Callable[[], R]) -> Callable[[], R]:
        @wraps(job)
        def run() -> R:
            mine = secrets.token_hex(8)
            take, give_back = partial(cache.add, key, mine, seconds), partial(_give_back, key, mine)
            # Without a cache, two at once are better than none.
            if not run_guarded(take, f"No lease could be taken for {name}", logger=logger, default=True):
                raise Ignore(f"{name} runs already")
            try:
                return job()
            finally:
                run_guarded(give_back, f"The lease of {name} could not be given back", logger=logger, default=None)

        return run

    return decorated
