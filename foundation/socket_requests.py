"""What comes through a socket, as the HTTP request that it stands for."""

from collections.abc import Collection, Mapping
from typing import Any

SCHEMES = {"ws": "http", "wss": "https"}
OF_HANDSHAKE = frozenset({b"connection", b"upgrade", b"x-request-id"})
"""Headers that are not of what comes later, beside those that begin with `sec-websocket-`."""
PROTOCOL = b"x-forwarded-proto"


def request_scope(
    scope: Mapping[str, Any], *, path: str, headers: Mapping[bytes, bytes], without: Collection[bytes] = ()
) -> dict[str, Any]:
    """Return the scope of a POST from the client of a socket: with the headers of its handshake, unless replaced."""
    kept = [
        # Some proxies name the protocol of the socket.
        (name, value.replace(b"ws", b"http") if name == PROTOCOL else value)
        for name, value in scope.get("headers", [])
        if name not in {*headers, *without, *OF_HANDSHAKE} and not name.startswith(b"sec-websocket-")
    ]
    return {
        **scope,
        "type": "http",
        "method": "POST",
        "scheme": SCHEMES.get(scope.get("scheme", "ws"), "http"),
        "path": path,
        "query_string": b"",
        "headers": [*kept, *headers.items()],
    }
