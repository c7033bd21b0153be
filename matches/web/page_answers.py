"""Answers that a page sends through its socket, which is open already.

For HTTP, a phone that has been still for a minute must connect again first, which takes two or three round trips. The
message holds the form, and becomes the request that the form would send: the same handler takes it, so the log-in, the
token of the form, limits and errors are those of HTTP, and the reply is drawn by the same view. It comes once the
answer is committed.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any

import msgspec
from django.urls import reverse
from msgspec import Meta

from foundation.socket_requests import request_scope

LONGEST_FORM = 32_000
"""The most characters of a form; longer ones come over HTTP."""
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


def read_answer(text: str | None) -> PageAnswer | None:
    """Return the answer in a message, or None if it holds none."""
    try:
        return msgspec.json.decode(text or "", type=PageAnswer)
    except (msgspec.DecodeError, UnicodeEncodeError):
        return None


async def reply_to(answer: PageAnswer, *, pages: Application, scope: Mapping[str, Any], number: int, page: str) -> Any:
    """Have the site take the answer to a table; return the reply as a message."""
    body = answer.form.encode()
    headers = {
        b"content-type": b"application/x-www-form-urlencoded",
        b"content-length": str(len(body)).encode(),
        b"hx-request": b"true",
        b"hx-target": b"live",
        b"x-page": page.encode("ascii", "ignore"),
        # A proxy compresses what it sends; a message is sent as it is.
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
    return {
        "event": "reply",
        "id": answer.id,
        "status": start["status"],
        "headers": shown,
        "body": b"".join(parts).decode(),
    }
