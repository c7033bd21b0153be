"""How large the body of a request may be, and how long it may take. A larger one is refused before it is read."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve

from api.problems import problem_page
from matches.view.record_check import LARGEST_FILE

LARGEST = 512 * 1024
"""The bound of a body in bytes: the text and the file of a form, each at its own largest."""
LARGEST_BY_VIEW = {"matches:replays": LARGEST_FILE + LARGEST, "api:replays": LARGEST_FILE + LARGEST}
"""The bounds of views that take the record of a whole match. The views themselves refuse it with more words."""
SECONDS = 60.0
"""The time for a whole body. Otherwise a slow trickle of bytes could keep a connection and its memory for ever."""
OF_PROGRAMS = "/api/"
Answerer = Callable[[HttpRequest], HttpResponse]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]


class BodyRefused(Exception):
    """A body that is larger or slower than its bound, with the status of the reply."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


async def read_body(scope: Mapping[str, Any], receive: Receive) -> IO[bytes]:
    """Read a body into memory, or onto the disk if it is long. Raises `BodyRefused` and `RequestAborted`."""
    if _length(scope) > LARGEST and _length(scope) > largest_at(scope["path"]):
        raise BodyRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    body: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=settings.FILE_UPLOAD_MAX_MEMORY_SIZE)  # noqa: SIM115
    try:
        async with asyncio.timeout(SECONDS):
            await _read_into(body, scope, receive)
    except TimeoutError as error:
        body.close()
        raise BodyRefused(HTTPStatus.REQUEST_TIMEOUT) from error
    except BaseException:
        body.close()
        raise
    body.seek(0)
    return body


async def _read_into(body: IO[bytes], scope: Mapping[str, Any], receive: Receive) -> None:
    """Write all parts, counting them: a body in chunks has no length in its headers."""
    read, goes_on = 0, True
    while goes_on:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise RequestAborted
        part = message.get("body", b"")
        read += len(part)
        if read > LARGEST and read > largest_at(scope["path"]):
            raise BodyRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        body.write(part)
        goes_on = message.get("more_body", False)


def _length(scope: Mapping[str, Any]) -> int:
    given = dict(scope.get("headers", ())).get(b"content-length", b"")
    return int(given) if given.isdigit() else 0


def largest_at(path: str) -> int:
    """The bound of bodies sent to an address."""
    try:
        view = resolve(path).view_name
    except Resolver404:
        return LARGEST
    return LARGEST_BY_VIEW.get(view, LARGEST)


def refuse_bodies(get_response: Answerer) -> Answerer:
    """Answer 413 or 408 to a request whose body was not read, as the handler notes in its scope."""

    def answer(request: HttpRequest) -> HttpResponse:
        status = getattr(request, "scope", {}).get("body_refused")
        if status is None:
            return get_response(request)
        if request.path_info.startswith(OF_PROGRAMS):
            reply = problem_page(status)
        else:
            reply = render(request, f"{status:d}.html", status=status)
        if status == HTTPStatus.REQUEST_TIMEOUT:
            # Otherwise the rest could come for ever.
            reply["Connection"] = "close"
        return reply

    return answer
