"""Admit sockets of the site's own pages, up to a limit per visitor and per account, and find their reader.

Each process of the site counts its own.
"""

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from channels.auth import get_user
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest

from accounts.models import User
from accounts.security.client_address import address_of, request_of
from accounts.security.session_store import SessionStore

OF_ANOTHER_SITE = 4403
TOO_MANY = 4429
Application = Callable[[Any, Any, Any], Awaitable[None]]


class OwnPages:
    """Refuses sockets that no page of this site opens, as forms are refused: another port is another site."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket of a page of this site."""
        if _is_own(request_of(scope)):
            await self.application(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": OF_ANOTHER_SITE})


def _is_own(request: HttpRequest) -> bool:
    """True if the page that opens a socket is of the host, and of the port, that the socket is asked of."""
    origin = request.headers.get("Origin", "")
    schemes = ("https",) if settings.SESSION_COOKIE_SECURE else ("http", "https")
    try:
        own = [f"{scheme}://{request.get_host()}" for scheme in schemes]
    except DisallowedHost:
        return False
    return origin in [*own, *settings.CSRF_TRUSTED_ORIGINS]


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


async def user_now(scope: Any) -> User | AnonymousUser:
    """The user of a page's socket as the database has them now; a visitor once their log-in has ended."""
    if not scope["user"].is_authenticated:
        return AnonymousUser()
    found: User | AnonymousUser = await get_user({"session": SessionStore(scope["session"].session_key)})
    return found
