"""Django's ASGI handler with all of Django in one thread a request.

Django's own runs the middleware in the event loop and hops to a thread, made anew for each request, for
every piece that is synchronous: signals, middleware, view, closing. Everything here is synchronous, so
one hop to a thread that is kept does.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from typing import Any

from asgiref.sync import sync_to_async
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.db import close_old_connections
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]


class OneThreadHandler(ASGIHandler):
    """Answers each request in one thread of the loop's pool."""

    def load_middleware(self, is_async: bool = False) -> None:
        """Build the synchronous chain."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Serve one HTTP request."""
        if scope["type"] != "http":
            raise ValueError(f"Django serves HTTP alone, not {scope['type']}.")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            response = await sync_to_async(self._respond, thread_sensitive=False)(scope, body)
            await self.send_response(response, send)
            if response.streaming:
                await sync_to_async(response.close, thread_sensitive=False)()

    def _respond(self, scope: dict[str, Any], body: Any) -> Any:
        """Answer, and give the thread's database connection back: requests share threads."""
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=type(self), scope=scope)
        try:
            request, refusal = self.create_request(scope, body)
            response: Any = refusal if request is None else self.get_response(request)
            self._ready_to_send(response)
        finally:
            close_old_connections()
        return response

    def _ready_to_send(self, response: HttpResponseBase) -> None:
        """Close a whole response, which stays readable; let a streamed one be read by the event loop."""
        response._handler_class = type(self)  # type: ignore[attr-defined]
        if not response.streaming:
            response.close()
        elif not response.is_async:  # type: ignore[attr-defined]
            response.streaming_content = _one_by_one(response.streaming_content)  # type: ignore[attr-defined]


async def _one_by_one(parts: Iterable[bytes]) -> AsyncIterator[bytes]:
    """Pass on the parts of a static file: each is read in less time than a hop to a thread takes."""
    for part in parts:
        yield part
