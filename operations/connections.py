"""Connections to the embedded server, which may have no proxy before it: bounds on what a request's head may take.

Uvicorn waits for a head for ever, and keeps as much of it as comes.
"""

import asyncio
from collections import Counter
from typing import Any, ClassVar

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 10.0
"""The time from a connection, or from the first byte of a further request, to the end of the request's head."""
LARGEST_HEAD = 64 * 1024
MOST_PER_ADDRESS = 200
"""Connections of one address, besides sockets, which have a bound of their own."""


class BoundedConnection(HttpToolsProtocol):
    """A connection that ends if a head is late or too large, or if its address has too many."""

    held: ClassVar[Counter[str]] = Counter()
    """The open connections of each address."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._address: str | None = None
        self._late: asyncio.TimerHandle | None = None
        self._head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, and wait for its first request."""
        super().connection_made(transport)
        self._address = address = self.client[0] if self.client else ""
        self.held[address] += 1
        self._await_head()
        # Behind a proxy, all visitors share its address.
        if self.held[address] > MOST_PER_ADDRESS and not settings.ALLAUTH_TRUSTED_PROXY_COUNT:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting it."""
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to a socket."""
        self._leave()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        """Read what comes, and end the connection if a head grows too large."""
        super().data_received(data)
        if self._late is not None:
            self._head += len(data)
            if self._head > LARGEST_HEAD:
                self.transport.abort()

    def on_message_begin(self) -> None:
        """Wait for the rest of a head."""
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        """Wait no longer: the head is there."""
        self._stop_waiting()
        super().on_headers_complete()

    def _await_head(self) -> None:
        if self._late is None:
            self._head = 0
            self._late = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _leave(self) -> None:
        self._stop_waiting()
        if self._address is not None:
            self.held[self._address] -= 1
            if not self.held[self._address]:
                del self.held[self._address]
            self._address = None
