"""An ASGI handler that runs all of Django in one thread per request.

Django's own handler runs middleware in the event loop and hops to a new thread for each synchronous piece: signals,
middleware, view, closing. Here everything is synchronous, so one hop to a pooled thread is enough.

A view with nothing to report yet may ask to be called again: its response carries `asks_again`, a group of the channel
layer and the seconds to wait for a message to it. The event loop waits without a thread or a database connection.
Elsewhere (in tests), and while the channel layer is unreachable, that response is simply sent.
"""

import asyncio
import logging
import os
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from io import BytesIO
from typing import IO, Any

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.db import close_old_connections
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix
from redis.exceptions import RedisError

from piecepack_site.bodies import BodyRefused, read_body

logger = logging.getLogger(__name__)

MOST_WAITING = 50
"""The number of requests that may wait for the same group. Any more are answered at once."""
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]


class OneThreadHandler(ASGIHandler):
    """Answers each request in one thread of the loop's pool."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: Counter[str] = Counter()

    def load_middleware(self, is_async: bool = False) -> None:
        """Build the synchronous chain."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Serve one HTTP request. Raises `ValueError` for other protocols."""
        if scope["type"] != "http":
            raise ValueError(f"Django serves HTTP only, not {scope['type']}.")
        try:
            body = await read_body(scope, receive)
        except RequestAborted:
            return
        except BodyRefused as refused:
            scope, body = scope | {"body_refused": refused.status}, BytesIO()
        with body:
            response = await self._look(scope, body)
            if hasattr(response, "asks_again"):
                response = await self._in_turn(response, scope, receive)
            await self.send_response(response, send)
            if response.streaming:
                await sync_to_async(response.close, thread_sensitive=False)()

    async def _look(self, scope: dict[str, Any], body: Any) -> Any:
        return await sync_to_async(self._respond, thread_sensitive=False)(scope, body)

    async def _in_turn(self, response: Any, scope: dict[str, Any], receive: Receive) -> Any:
        """Let a request wait, unless too many wait for the same group."""
        group, _ = response.asks_again
        if self.waiting[group] >= MOST_WAITING:
            return response
        self.waiting[group] += 1
        try:
            return await self._patiently(response, scope, receive)
        finally:
            self.waiting.subtract([group])
            if not self.waiting[group]:
                del self.waiting[group]

    async def _patiently(self, response: Any, scope: dict[str, Any], receive: Receive) -> Any:
        """Call the view again after each message to the group, until it has a result or the time is up.

        The first request body is closed by then, so only requests without one may ask to be called again.
        """
        group, seconds = response.asks_again
        until = asyncio.get_running_loop().time() + seconds
        hung_up = asyncio.ensure_future(receive())
        try:
            async with _listening(group) as moved:
                # The first repeated call finds changes from before the group was joined.
                heard = True
                while heard and hasattr(response, "asks_again"):
                    moved.clear()
                    response = await self._look(scope | {"looks_again": True}, BytesIO())
                    if hasattr(response, "asks_again"):
                        heard = await _heard(moved, hung_up, until)
        except (RedisError, OSError):
            logger.warning("The sockets' layer cannot be reached; who would wait is answered at once")
        finally:
            hung_up.cancel()
        return response

    def _respond(self, scope: dict[str, Any], body: Any) -> Any:
        """Answer a request, and release the thread's database connection, since requests share threads."""
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=type(self), scope=scope)
        try:
            request, refusal = self.create_request(scope, body)
            if request is not None:
                # A chunked body has no length in its headers, and would count as empty.
                request.META["CONTENT_LENGTH"] = str(_size(body))
            response: Any = refusal if request is None else self.get_response(request)
            self._ready_to_send(response)
        finally:
            close_old_connections()
        return response

    def _ready_to_send(self, response: HttpResponseBase) -> None:
        """Close a complete response, which stays readable. Make a streamed one readable by the event loop."""
        response._handler_class = type(self)  # type: ignore[attr-defined]
        if not response.streaming:
            response.close()
        elif not response.is_async:  # type: ignore[attr-defined]
            response.streaming_content = _one_by_one(response.streaming_content)  # type: ignore[attr-defined]


@asynccontextmanager
async def _listening(group: str) -> AsyncIterator[asyncio.Event]:
    """Join a group of the channel layer, and set the event on every message."""
    layer: Any = get_channel_layer()
    channel = await layer.new_channel()
    moved = asyncio.Event()
    listener = asyncio.ensure_future(_listen(layer, channel, moved))
    try:
        await layer.group_add(group, channel)
        yield moved
    finally:
        # The layer forgets a channel only when its receiver is cancelled.
        listener.cancel()
        await asyncio.wait({listener})
        await layer.group_discard(group, channel)


async def _listen(layer: Any, channel: str, moved: asyncio.Event) -> None:
    while True:
        await layer.receive(channel)
        moved.set()


async def _heard(moved: asyncio.Event, hung_up: "asyncio.Future[Any]", until: float) -> bool:
    """Wait for a message. Return False if the time is up or the reader has hung up."""
    left = max(until - asyncio.get_running_loop().time(), 0)
    hearing = asyncio.ensure_future(moved.wait())
    await asyncio.wait({hearing, hung_up}, timeout=left, return_when=asyncio.FIRST_COMPLETED)
    hearing.cancel()
    return moved.is_set()


def _size(body: IO[bytes]) -> int:
    """The size in bytes of an unread body."""
    size = body.seek(0, os.SEEK_END)
    body.seek(0)
    return size


async def _one_by_one(parts: Iterable[bytes]) -> AsyncIterator[bytes]:
    """Yield the parts of a static file. Reading one is faster than a hop to a thread."""
    for part in parts:
        yield part
