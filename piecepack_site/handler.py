"""Django's ASGI handler with all of Django in one thread a request.

Django's own runs the middleware in the event loop and hops to a thread for every piece that is
synchronous, views included: some ten hops a request. Everything here is synchronous, so one hop does.
"""

from collections.abc import AsyncIterator, Iterable
from typing import Any, cast

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase


class OneThreadHandler(ASGIHandler):
    """Answers each request in one thread of the loop's pool."""

    def load_middleware(self, is_async: bool = False) -> None:
        """Build the synchronous chain."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Run the chain in one thread."""
        response: HttpResponseBase = await sync_to_async(self._respond, thread_sensitive=False)(request)
        return response

    def _respond(self, request: HttpRequest) -> Any:
        """Answer, and give the thread's database connection back: requests share threads."""
        try:
            response = self.get_response(request)
        finally:
            close_old_connections()
        if isinstance(response, StreamingHttpResponse) and not response.is_async:
            response.streaming_content = _one_by_one(cast("Iterable[bytes]", response.streaming_content))
        return response


async def _one_by_one(parts: Iterable[bytes]) -> AsyncIterator[bytes]:
    """Pass on the parts of a static file: each is read in less time than a hop to a thread takes."""
    for part in parts:
        yield part
