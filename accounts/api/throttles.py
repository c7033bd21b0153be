"""Rate limits for users, whatever the number of their tokens, and for unknown clients."""

from allauth.core import ratelimit
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts.identity.readers import reader_or_none
from accounts.models import User
from accounts.security.limits import WRITING, count_costly_work, count_stranger, count_write
from api.limits import is_counted


class WritesOfUser(BaseThrottle):
    """Limit writes per minute by user and by IP address, with a token apart from those of pages."""

    def __init__(self) -> None:
        self.left: float | None = None

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the request if it writes."""
        if request.method not in WRITING or is_counted(request):
            return True
        user = reader_or_none(request)
        self.left = count_write(request._request, user, program=request.auth is not None)
        return self.left is None

    def wait(self) -> float | None:
        """Return the seconds until writes are accepted again."""
        return self.left


class Strangers(BaseThrottle):
    """Limit requests per minute without a valid token, by IP address."""

    def __init__(self) -> None:
        self.left: float | None = None

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the request if it is not authenticated."""
        self.left = None if request.user.is_authenticated else count_stranger(request._request)
        return self.left is None

    def wait(self) -> float | None:
        """Return the seconds until requests are accepted again."""
        return self.left


class CountedAs(BaseThrottle):
    """Count requests toward a limit of `accounts.security.limit_table` before their body is read."""

    action: str
    seconds: int
    """How long to wait if the limit is reached."""
    methods: frozenset[str] = WRITING

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the request of a user, if it is one of these methods."""
        if request.method not in self.methods or not isinstance(request.user, User):
            return True
        return bool(ratelimit.consume(request._request, action=self.action, user=request.user))

    def wait(self) -> float | None:
        """Return the seconds until the limit is counted again."""
        return self.seconds


def count_costly(request: Request, user: User, times: int = 1) -> None:
    """Count a costly request, as often as it costs. Raises `Throttled` if there were too many."""
    wait = count_costly_work(request._request, user, times)
    if wait is not None:
        raise Throttled(wait=int(wait) + 1)


def count_as(action: str, request: Request, user: User, *, wait: int) -> None:
    """Count a request toward a limit of `accounts.security.limit_table`. Raises `Throttled` if it is reached."""
    if not ratelimit.consume(request._request, action=action, user=user):
        raise Throttled(wait=wait)
