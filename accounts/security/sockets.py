"""How many sockets one visitor or account may hold open, in each process of the site."""

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings

from accounts.security.addresses import address_of, request_of

TOO_MANY = 4429
Application = Callable[[Any, Any, Any], Awaitable[None]]


class BoundedSockets:
    """Refuses a socket to an account, or to an address without one, that has too many open."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one socket, counted while it is open."""
        holder, most = _holder(scope)
        if most and self.open[holder] >= most:
            await send({"type": "websocket.close", "code": TOO_MANY})
            return
        self.open[holder] += 1
        try:
            await self.application(scope, receive, send)
        finally:
            self.open[holder] -= 1
            if not self.open[holder]:
                del self.open[holder]


def _holder(scope: Any) -> tuple[str, int]:
    """Who holds a socket, and how many they may hold."""
    user = scope["user"]
    if user.is_authenticated:
        return f"user-{user.pk}", settings.SOCKETS_PER_USER
    return f"address-{address_of(request_of(scope)) or 'unknown'}", settings.SOCKETS_PER_ADDRESS
