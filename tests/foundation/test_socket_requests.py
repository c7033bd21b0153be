"""What comes through a socket becomes a request with the headers of its handshake that are also those of a request."""

import pytest

from foundation.socket_requests import request_scope


@pytest.mark.parametrize(
    ("scheme", "forwarded", "expected"),
    [("ws", b"wss", ("http", b"https")), ("wss", b"https", ("https", b"https")), ("ws", b"ws", ("http", b"http"))],
)
def test_the_protocol_is_that_of_a_request(scheme: str, forwarded: bytes, expected: tuple[str, bytes]) -> None:
    scope = {"type": "websocket", "scheme": scheme, "headers": [(b"x-forwarded-proto", forwarded)]}
    made = request_scope(scope, path="/", headers={})
    assert (made["type"], made["method"], made["scheme"]) == ("http", "POST", expected[0])
    assert made["headers"] == [(b"x-forwarded-proto", expected[1])]


def test_headers_of_the_handshake_alone_are_left_out_and_others_replaced() -> None:
    handshake = [
        (b"host", b"site"),
        (b"connection", b"Upgrade"),
        (b"upgrade", b"websocket"),
        (b"sec-websocket-key", b"key"),
        (b"x-request-id", b"of the handshake"),
        (b"cookie", b"a=1"),
        (b"cookie", b"b=2"),
        (b"content-length", b"0"),
        (b"authorization", b"Bearer"),
    ]
    scope = {"headers": handshake, "path": "/ws/", "query_string": b"page=1"}
    made = request_scope(scope, path="/answer/", headers={b"content-length": b"5"}, without={b"authorization"})
    assert made["headers"] == [(b"host", b"site"), (b"cookie", b"a=1"), (b"cookie", b"b=2"), (b"content-length", b"5")]
    assert (made["path"], made["query_string"]) == ("/answer/", b"")
