"""What comes through a socket, as the HTTP request that it stands for."""

from collections.abc import Collection, Mapping
from typing import Any

SCHEMES = {"ws": "http", "wss": "https"}
OF_SOCKETS = frozenset({b"connection", b"upgrade"})
"""Headers of a handshake that only sockets have, beside those that begin with `sec-websocket-`."""


def request_scope(
    scope: Mapping[str, Any], *, path: str, headers: Mapping[bytes, bytes], without: Collection[bytes] = ()
) -> dict[str, Any]:
    """Return the scope of a POST from the client of a socket: with the headers of its handshake, unless replaced."""
    kept = [
        (name, value)
        for name, value in scope.get("headers", [])
        if name not in {*headers, *without, *OF_SOCKETS} and not name.startswith(b"sec-websocket-")
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
