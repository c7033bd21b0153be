"""Middleware around every socket: a request id and a count."""

from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from django.conf import settings

from operations import metrics, request_ids

Application = Callable[[Any, Any, Any], Awaitable[None]]
KINDS = ("table", "turns", "ladder", "tournament")
OF_PROGRAMS = {"/ws/v1/turns": "stream", "/ws/v1/answers": "answers"}


def traced_sockets(application: Application) -> Application:
    """Give each socket an id, and count it by kind while it is open."""

    async def serving(scope: Any, receive: Any, send: Any) -> None:
        structlog.contextvars.bind_contextvars(request_id=request_ids.request_id(_given(scope)))
        with metrics.count_socket(kind_of(scope["path"])):
            await application(scope, receive, send)

    return serving


async def no_such_socket(scope: Any, receive: Any, send: Any) -> None:
    """Refuse a socket at an unknown address, as scanners try many."""
    await send({"type": "websocket.close", "code": 4404})


def kind_of(path: str) -> str:
    """The kind of a socket by its path. Unknown paths count as one kind."""
    if path in OF_PROGRAMS:
        return OF_PROGRAMS[path]
    words = path.strip("/").split("/")
    return words[1] if len(words) > 1 and words[1] in KINDS else "other"


def _given(scope: Any) -> str | None:
    headers: dict[bytes, bytes] = dict(scope["headers"]) if settings.ALLAUTH_TRUSTED_PROXY_COUNT else {}
    return headers.get(request_ids.HEADER.lower().encode(), b"").decode("latin-1") or None
