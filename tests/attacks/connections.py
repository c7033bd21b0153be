"""Connections that hold what others need: time, memory or their number."""

import socket
from contextlib import ExitStack
from http import HTTPStatus
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

from operations.connections import HEAD_SECONDS, LARGEST_HEAD, MOST_PER_ADDRESS
from tests.attacks.outside import Target, attack
from tests.support.site import EmbeddedSite

HEAD = b"GET /rules/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
MUCH = 1000 * LARGEST_HEAD
ADDRESS = "127.0.77.1"
OVER = 20
LONG_TOKEN, TOKENS, ROUNDS = 40_000, 200, 5


def _line(target: Target, address: str = ADDRESS) -> socket.socket:
    there = urlsplit(target.url)
    line = socket.create_connection((there.hostname or "", there.port or 0), source_address=(address, 0))
    line.settimeout(3 * HEAD_SECONDS)
    return line


def _is_over(line: socket.socket) -> bool:
    """Wait until the site ends a connection. False if it does not."""
    try:
        return line.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


@attack()
def heads_that_never_end(target: Target) -> None:
    """Keep connections by sending no request, a part of one, or a part of a second one."""
    with ExitStack() as stack:
        lines = [stack.enter_context(_line(target)) for _ in range(3)]
        lines[1].sendall(HEAD)
        lines[2].sendall(HEAD + b"Connection: keep-alive\r\n\r\n" + HEAD)
        reply = b""
        while part := lines[2].recv(65536):
            reply += part
        assert reply.startswith(b"HTTP/1.1 200") and reply.count(b"HTTP/1.1") == 1
        assert all(_is_over(line) for line in lines[:2]), "A connection is kept for who sends no request."


@attack()
def heads_without_bound(target: Target) -> None:
    """Fill the memory with the headers of one request."""
    with _line(target) as line:
        sent = 0
        try:
            line.sendall(HEAD)
            while sent < MUCH:
                line.sendall(b"X-More: " + b"x" * 8000 + b"\r\n")
                sent += 8010
        except ConnectionError:
            return
    raise AssertionError(f"{sent} bytes of headers are taken.")


@attack()
def slow_codecs(target: Target) -> None:
    """Choose the codec that decodes a form: one that takes long, or fails on every text."""
    visitor, half = target.stranger(), b"a" * 120_000
    part = b'--b\r\nContent-Disposition: form-data; name="login"\r\n\r\n' + half + b"-" + half + b"\r\n--b--\r\n"
    for charset in ("punycode", "idna", "zlib"):
        kind = {"Content-Type": f"multipart/form-data; boundary=b; charset={charset}"}
        reply = visitor.client.post("/accounts/login/", content=part, headers=kind)
        taken = reply.elapsed.total_seconds()
        assert reply.status_code == HTTPStatus.BAD_REQUEST, (charset, reply.status_code, f"{taken:.1f} s")


@attack()
def many_connections(target: Target) -> None:
    """Open connections without end from one address."""
    with ExitStack() as stack:
        lines = [stack.enter_context(_line(target)) for _ in range(MOST_PER_ADDRESS + OVER)]
        assert all(_is_over(line) for line in lines[-OVER:]), "One address has all the connections that it wants."
        assert target.stranger().get("/rules/").status_code == HTTPStatus.OK


@attack()
def wrong_tokens_without_end(target: Target) -> None:
    """Fill the memory with requests whose long tokens open nothing."""
    memory = []
    for _ in range(ROUNDS):
        _send_wrong_tokens(target)
        memory.append(_memory(target))
    # What waits for the collector is not kept: it comes in one round, and is used again in the next.
    kept = min(after - before for before, after in pairwise(memory))
    assert kept < LONG_TOKEN * TOKENS // 2, f"each round keeps {kept} bytes of {LONG_TOKEN * TOKENS}"


def _send_wrong_tokens(target: Target) -> None:
    visitor = target.stranger()
    for number in range(TOKENS):
        bearer = {"Authorization": f"Bearer {number:0{LONG_TOKEN}}"}
        status = visitor.get("/api/v1/me", **bearer).status_code
        assert status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.TOO_MANY_REQUESTS), status


def _memory(target: Target) -> int:
    """The bytes of memory that the site's process has."""
    assert isinstance(target.site, EmbeddedSite) and target.site.service
    status = Path(f"/proc/{target.site.service.pid}/status").read_text()
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))
