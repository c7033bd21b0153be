"""How much a user's programs may ask and write, with however many tokens, and how much strangers."""

from allauth.core import ratelimit
from django.conf import settings
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts.models import User
from accounts.security.limits import WRITING, wait_for_costly, wait_of_stranger, wait_to_write


class WritesOfUser(BaseThrottle):
    """So many writes a minute for each user and each address."""

    def __init__(self) -> None:
        self.left: float | None = None

    def allow_request(self, request: Request, view: object) -> bool:
        """Count it, if it writes."""
        if request.method not in WRITING:
            return True
        user = request.user if isinstance(request.user, User) else None
        self.left = wait_to_write(request._request, user, settings.BOT_WRITES_PER_MINUTE)
        return self.left is None

    def wait(self) -> float | None:
        """Seconds until writes are taken again."""
        return self.left


class Strangers(BaseThrottle):
    """So many requests a minute for each address that shows no token, or one that opens nothing."""

    def __init__(self) -> None:
        self.left: float | None = None

    def allow_request(self, request: Request, view: object) -> bool:
        """Count it, if nobody is known."""
        self.left = None if request.user.is_authenticated else wait_of_stranger(request._request)
        return self.left is None

    def wait(self) -> float | None:
        """Seconds until requests are taken again."""
        return self.left


def count_costly(request: Request, user: User) -> None:
    """Count a file of a match. Raises `Throttled` where there were too many."""
    wait = wait_for_costly(request._request, user)
    if wait is not None:
        raise Throttled(wait=int(wait) + 1)


def count_as(action: str, request: Request, user: User, *, wait: int) -> None:
    """Count one more of what `accounts.security.limit_table` limits. Raises `Throttled` with the seconds to wait."""
    if not ratelimit.consume(request._request, action=action, user=user):
        raise Throttled(wait=wait)
