"""How many requests a token may make."""

import logging

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

logger = logging.getLogger(__name__)
MINUTE = 60


class PerToken(BaseThrottle):
    """So many requests a minute for each token, or for each user without one."""

    def __init__(self) -> None:
        self.left: float | None = None

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the request; a second look for the same request is not counted, and nobody unknown."""
        looks_again = getattr(request._request, "scope", {}).get("looks_again")
        if looks_again or not request.user.is_authenticated:
            return True
        now = timezone.now().timestamp()
        self.left = MINUTE - now % MINUTE
        return bool(count_request(f"api:{_who(request)}:{now // MINUTE:.0f}") <= settings.API_REQUESTS_PER_MINUTE)

    def wait(self) -> float | None:
        """Seconds until requests are taken again."""
        return self.left


def _who(request: Request) -> str:
    return f"token-{request.auth.pk}" if request.auth else f"user-{request.user.pk}"


def count_request(key: str) -> int:
    """How often this key was counted; 0 where the cache cannot be reached, as play goes on without it."""
    try:
        cache.add(key, 0, 2 * MINUTE)
        return int(cache.incr(key))
    except ValueError:
        return 1  # it went out between the two
    except RedisError:
        logger.warning("The cache cannot be reached: requests of programs are not counted")
        return 0
