"""The comparison behind `make test-faults`: it finds what was lost, and its line breaks where it should."""

import socket
import threading
from typing import Any

import pytest

from bench.faults import is_there
from bench.faults.line import line_to
from bench.faults.people import Noted

SEALED = {"player": 0, "action": {"act": "bid"}, "by": "player", "nonce": "n", "commitment": "c"}
NEUTRAL = {"player": 0, "action": {"act": "pass"}, "by": "player"}


@pytest.mark.parametrize(
    ("commitment", "recorded", "there"),
    [
        ("c", SEALED, True),
        ("", SEALED, True),
        ("other", SEALED, False),
        ("", SEALED | {"action": {"act": "pass"}}, False),
        ("c", SEALED | {"by": "default"}, False),
        ("c", NEUTRAL, True),
        ("c", None, False),
    ],
)
def test_an_acknowledged_answer_is_in_the_record_or_lost(
    commitment: str, recorded: dict[str, Any] | None, there: bool
) -> None:
    assert is_there(Noted(1, 2, {"act": "bid"}, commitment), recorded) == there


def test_a_commit_arrives_but_its_reply_does_not() -> None:
    came: list[bytes] = []

    def echo(server: socket.socket) -> None:
        for _ in range(2):
            with server.accept()[0] as line:
                while words := line.recv(100):
                    came.append(words)
                    line.sendall(words)

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=echo, args=[server], daemon=True).start()
        with line_to(server.getsockname()[1]) as (line, port):
            line.breaks = 1
            with socket.create_connection(("127.0.0.1", port), 10) as client:
                client.sendall(b"SELECT 1")
                assert client.recv(100) == b"SELECT 1"
                client.sendall(b"COMMIT")
                assert client.recv(100) == b""
            with socket.create_connection(("127.0.0.1", port), 10) as client:
                client.sendall(b"COMMIT")
                assert client.recv(100) == b"COMMIT"
            assert line.broken == 1
    assert came == [b"SELECT 1", b"COMMIT", b"COMMIT"]
