"""Answers that a page sends through its socket, which is open already.

For HTTP, a phone that has been still for a minute must connect again first, which takes two or three round trips. The
message holds the form, and becomes the request that the form would send: the same handler takes it, so the log-in, the
token of the form, limits and errors are those of HTTP, and the reply is drawn by the same view. It comes once the
answer is committed. Whatever is not taken gets a reply without a status, and its page goes over HTTP.
"""

import gzip
import logging
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any

import msgspec
from django.urls import reverse
from msgspec import Meta

from accounts.security.client_address import request_of
from accounts.security.trace_middleware import has_device
from foundation.socket_requests import request_scope

logger = logging.getLogger(__name__)

LONGEST_FORM = 32_000
"""The most characters of a form; longer ones come over HTTP."""
LATEST = 5.0
"""Seconds that a message may have been on its way. A page waits for ten, and may answer something else after that."""
PACKED_FROM = 1000
"""The bytes from which a reply is compressed, as over HTTP: it should fit what may be sent at once after a rest."""
SHOWN = frozenset({b"hx-reswap", b"x-stands"})
"""The headers of a reply that its page reads."""
Application = Callable[[Any, Any, Any], Awaitable[None]]
"""An application of ASGI."""


def with_pages(sockets: Application, pages: Application) -> Application:
    """Return the application for sockets, which hands answers to that for pages."""

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        await sockets({**scope, "pages": pages}, receive, send)

    return serve


class PageAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """One message of a page."""

    id: int
    """Comes back with the reply."""
    form: Annotated[str, Meta(max_length=LONGEST_FORM)]
    """The form, encoded as in a request."""
    at: float
    """Seconds since the page's line was open."""


def read_answer(text: str | None) -> PageAnswer | None:
    """Return the answer in a message, or None if it holds none."""
    try:
        return msgspec.json.decode(text or "", type=PageAnswer)
    except (msgspec.DecodeError, UnicodeEncodeError):
        return None


def reply_without(answer: PageAnswer, status: int | None = None) -> dict[str, Any]:
    """Return the reply to an answer that was not taken, or that failed."""
    return {"event": "reply", "id": answer.id, "status": status}


def is_takeable(answer: PageAnswer, *, scope: Mapping[str, Any], open_for: float) -> bool:
    """True if an answer comes in time, from a browser that needs no cookie. `open_for`: the seconds of the line.

    A line that loses packets delivers what is old once it is up again, and the page may have sent another meanwhile.
    """
    return open_for - answer.at <= LATEST and has_device(request_of(scope))


async def reply_to(
    answer: PageAnswer, *, pages: Application, scope: Mapping[str, Any], number: int, page: str
) -> dict[str, Any]:
    """Have the site take the answer to a table; return the reply as a message."""
    try:
        return await _reply_to(answer, pages, scope, number, page)
    except Exception as error:  # noqa: BLE001 - as the server does with an application that fails
        logger.error("An answer by a page's socket failed: %s", type(error).__name__)
        return reply_without(answer, 500)


async def _reply_to(
    answer: PageAnswer, pages: Application, scope: Mapping[str, Any], number: int, page: str
) -> dict[str, Any]:
    body = answer.form.encode()
    headers = {
        b"content-type": b"application/x-www-form-urlencoded",
        b"content-length": str(len(body)).encode(),
        b"hx-request": b"true",
        b"hx-target": b"live",
        b"x-page": page.encode("ascii", "ignore"),
        b"accept-encoding": b"identity",
    }
    request = request_scope(scope, path=reverse("matches:answer", args=[number]), headers=headers)
    start: Any = {}
    parts: list[bytes] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            start.update(message)
        else:
            parts.append(message.get("body", b""))

    await pages(request, receive, send)
    shown = {name.decode().lower(): value.decode() for name, value in start["headers"] if name.lower() in SHOWN}
    return reply_without(answer, start["status"]) | {"headers": shown} | _body(b"".join(parts))


def _body(body: bytes) -> dict[str, str]:
    if len(body) < PACKED_FROM:
        return {"body": body.decode()}
    return {"packed": b64encode(gzip.compress(body, 5, mtime=0)).decode()}
