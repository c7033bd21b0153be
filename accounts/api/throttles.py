"""How much a user's programs may write, with however many tokens."""

from allauth.core import ratelimit
from django.conf import settings
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts.limits import WRITING, wait_to_write
from accounts.models import User


class WritesOfUser(BaseThrottle):
    """So many writes a minute for each user and each address."""

    def __init__(self) -> None:
        self.left: float | None = None

    def allow_request(self, request: Request, view: object) -> bool:
        """Count it, if it writes."""
        if request.method not in WRITING:
            return True
        user = request.user if isinstance(request.user, User) else None
        self.left = wait_to_write(request._request, user, settings.PROGRAM_WRITES_PER_MINUTE)
        return self.left is None

    def wait(self) -> float | None:
        """Seconds until writes are taken again."""
        return self.left


def count_as(action: str, request: Request, user: User, *, wait: int) -> None:
    """Count one more of what `accounts.limit_table` limits. Raises `Throttled` with the seconds to wait."""
    if not ratelimit.consume(request._request, action=action, user=user):
        raise Throttled(wait=wait)
