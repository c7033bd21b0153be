"""Counts of requests by the minute, for tokens and for writes of pages, and the limit of each token."""

import logging
from collections.abc import Sequence

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

logger = logging.getLogger(__name__)
MINUTE = 60
Bound = tuple[str, int]
"""What is counted, and the most of it."""


class PerToken(BaseThrottle):
    """Limit requests per minute by token, or by user for requests without one."""

    def __init__(self) -> None:
        self.left: float | None = None

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the request, except if the server repeats it or the client is not authenticated."""
        looks_again = getattr(request._request, "scope", {}).get("looks_again")
        if looks_again or is_counted(request) or not request.user.is_authenticated:
            return True
        now = timezone.now().timestamp()
        self.left = seconds_left(now)
        return not count_once([bound_of_request(_who(request), now)])

    def wait(self) -> float | None:
        """Return the seconds until requests are accepted again."""
        return self.left


def _who(request: Request) -> str:
    return f"token-{request.auth.pk}" if request.auth else f"user-{request.user.pk}"


def bound_of_request(who: str, now: float) -> Bound:
    """The key that a request is counted under in this minute, and the most."""
    return key_of_minute(f"api:{who}", now), settings.API_REQUESTS_PER_MINUTE


def key_of_minute(what: str, now: float) -> str:
    """The key under which something is counted in this minute."""
    return f"{what}:{now // MINUTE:.0f}"


def seconds_left(now: float) -> float:
    """The seconds until the next minute, when counting starts again."""
    return MINUTE - now % MINUTE


def is_counted(request: Request) -> bool:
    """True if a request was counted before it became one: it came by a socket, with others."""
    return bool(getattr(request._request, "scope", {}).get("counted"))


def count_once(bounds: Sequence[Bound]) -> bool:
    """Count once under each of these, and return True if one has more than its most."""
    return count_each([bounds])[0]


def count_each(requests: Sequence[Sequence[Bound]]) -> list[bool]:
    """Do what `count_once` does for many requests, in one round trip."""
    keys = [key for bounds in requests for key, _ in bounds]
    counts = iter(count_requests(keys) if keys else [])
    found = [[next(counts) > most for _, most in bounds] for bounds in requests]
    return [any(beyond) for beyond in found]


def count_request(key: str) -> int:
    """Count this key and return its count. Return 0 if the cache is unreachable, as the site must work without it."""
    return count_requests([key])[0]


def count_requests(keys: Sequence[str]) -> list[int]:
    """Count these keys, in one round trip if the cache can, and return their counts; zeros if it is unreachable."""
    try:
        if hasattr(cache, "count"):
            return list(cache.count(keys, 2 * MINUTE))
        return [_count(key) for key in keys]
    except RedisError:
        logger.warning("The cache cannot be reached: requests are not counted")
        return [0] * len(keys)


def _count(key: str) -> int:
    cache.add(key, 0, 2 * MINUTE)
    try:
        return int(cache.incr(key))
    except ValueError:
        return 1  # it expired between the two calls
