"""Who a visitor claims to be, and how much one visitor may take."""

import contextlib
import json
import re
import socket
import subprocess
import sys
from http import HTTPStatus

import httpx
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from accounts.security.limit_table import SOCKETS_PER_ADDRESS
from piecepack_site.bodies import LARGEST
from tests.attacks.outside import Target, attack
from tests.support.processes import ROOT

HUGE = 60 * 1024 * 1024


@attack()
def claimed_addresses(target: Target) -> None:
    """Claim another address in each request, by three headers."""
    got = []
    visitor = target.stranger()
    for number in range(12):
        visitor.client.cookies.clear()
        claimed = f"198.51.100.{number}"
        headers = {"X-Forwarded-For": claimed, "Forwarded": f"for={claimed}", "X-Real-IP": claimed}
        got.append(visitor.post("/people/guest/", None, **headers).status_code)
    assert got == [HTTPStatus.FOUND] * 10 + [HTTPStatus.TOO_MANY_REQUESTS] * 2, got


@attack()
def forged_hosts(target: Target) -> None:
    """Ask for somebody's mail with another host or port in the request."""
    _, name = target.member()
    port = target.url.rpartition(":")[2]
    for host in ("evil.example", f"127.0.0.1.evil.example:{port}", f"evil.example\t127.0.0.1:{port}"):
        assert target.stranger().get("/accounts/login/", Host=host).status_code == HTTPStatus.BAD_REQUEST, host
    thief = target.stranger()
    fields = {"email": f"{name}@example.net"}
    thief.post("/accounts/password/reset/", fields, Host="localhost:6666", **{"X-Forwarded-Host": "evil.example"})
    mail = target.mail_to(fields["email"], "/accounts/password/reset/key/")
    links = re.findall(r"https?://[^\s\"<&]+", mail.partition("<pre")[2] or mail)
    assert "6666" not in mail and "evil" not in mail, links


@attack()
def huge_bodies(target: Target) -> None:
    """Announce 60 MB, or send without an end, to every kind of page."""
    for path in ("/accounts/login/", "/api/v1/notices/mark-read", "/replays/", "/csp-reports", "/nowhere/"):
        with _connected(target) as line:
            line.sendall(_head(path, f"Content-Length: {HUGE}"))
            assert re.match(rb"HTTP/1.1 4(00|13) ", line.recv(2000)), f"{path} waits for 60 MB"
        assert _taken_in_chunks(target, path) <= 12 * 1024 * 1024, f"{path} reads without an end"


def _connected(target: Target) -> socket.socket:
    return socket.create_connection(("127.0.0.1", int(target.url.rpartition(":")[2])), timeout=20)


def _head(path: str, *headers: str) -> bytes:
    lines = (f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", *headers)
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode()


def _taken_in_chunks(target: Target, path: str) -> int:
    """Send chunks until the site answers; return how many bytes it took."""
    part = b"x" * LARGEST
    with _connected(target) as line:
        line.sendall(_head(path, "Transfer-Encoding: chunked"))
        line.settimeout(0.02)
        for number in range(HUGE // len(part)):
            with contextlib.suppress(TimeoutError):
                if line.recv(2000):
                    return number * len(part)
            line.settimeout(20)
            try:
                line.sendall(f"{len(part):x}\r\n".encode() + part + b"\r\n")
            except ConnectionError:
                return number * len(part)
            line.settimeout(0.02)
    return HUGE


@attack()
def many_sockets(target: Target) -> None:
    """Open sockets without an end from one address."""
    visitor = target.stranger()
    address = target.url.replace("http", "ws") + _open_table(target)
    with contextlib.ExitStack() as stack:
        opened = 0
        for _ in range(SOCKETS_PER_ADDRESS + 5):
            opened += _is_open(stack, address, visitor.address)
        assert opened == SOCKETS_PER_ADDRESS, opened
        assert _is_open(stack, address, target.stranger().address), "Others find no place."


def _open_table(target: Target) -> str:
    """The socket of the demo's table, which everybody may watch."""
    assert target.stranger().get("/table/1/").status_code == HTTPStatus.OK
    return "/ws/table/1/"


def _is_open(stack: contextlib.ExitStack, address: str, source: str) -> bool:
    """True if a socket that was just opened stays so: a refusal comes before the handshake."""
    origin = Origin(address.replace("ws", "http", 1).partition("/ws/")[0])
    try:
        line: ClientConnection = stack.enter_context(connect(address, origin=origin, source_address=(source, 0)))
    except WebSocketException:
        return False
    line.send("?")
    return True


@attack()
def sockets_of_other_sites(target: Target) -> None:
    """Open a reader's socket from a page of another site."""
    visitor = target.guest()
    cookie = f"sessionid={visitor.client.cookies['sessionid']}"
    address = target.url.replace("http", "ws") + "/ws/turns/"
    elsewhere = ("https://evil.example", "http://127.0.0.1.evil.example", "http://127.0.0.1:1", "http://localhost")
    for origin in (*elsewhere, "null", ""):
        try:
            with connect(address, origin=Origin(origin), additional_headers={"Cookie": cookie}):
                raise AssertionError(f"A page of {origin} is let in.")
        except WebSocketException:
            pass
    with connect(address, origin=Origin(target.url), additional_headers={"Cookie": cookie}):
        pass


@attack()
def open_to_the_network(target: Target) -> None:
    """Start the demo or the open mailbox so that others on the network reach it."""
    # Other names of all addresses are tried within the process, by `tests/operations/test_open_to_others.py`.
    host = "0.0.0.0"  # noqa: S104 - this is what must be refused
    command = [sys.executable, "manage.py", "play", "--host", host, "--port", "1"]
    done = subprocess.run(command, cwd=ROOT, env=target.site.env, capture_output=True, text=True, check=False)
    assert done.returncode and "demo" in done.stderr, f"{host} is served"


@attack()
def two_requests_in_one(target: Target) -> None:
    """Send requests of two lengths, or whose end two programs find in two places."""
    page = b"GET /people/me/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    for headers in (
        ["Content-Length: 4", f"Content-Length: {len(page)}"],
        [f"Content-Length: {len(page)}", "Transfer-Encoding: chunked"],
        ["Transfer-Encoding: chunked, identity"],
        ["Transfer-Encoding: xchunked", f"Content-Length: {len(page)}"],
        ["Transfer-Encoding : chunked", f"Content-Length: {len(page)}"],
        ["Content-Length: +4"],
        ["Content-Length: 4\r\n folded: yes"],
    ):
        with _connected(target) as line:
            line.sendall(_head("/csp-reports", *headers) + b"0\r\n\r\n" + page)
            reply = line.recv(100_000)
            with contextlib.suppress(TimeoutError, ConnectionError):
                line.settimeout(0.5)
                reply += line.recv(100_000)
        assert reply.count(b"HTTP/1.1 ") <= 1, f"{headers}: {reply[:300]!r}"


@attack()
def forged_reports(target: Target) -> None:
    """Report made-up breaches of the policy without an end, and write lines into the log."""
    visitor = target.stranger()
    told = {"effective-directive": "x\nroot logged in", "blocked-uri": "https://evil.example/hand=3\nroot logged in"}
    body = json.dumps({"csp-report": told})
    # In chunks, it does not say how large it is.
    marks = json.dumps({"csp-report": {"blocked-uri": "https://a" + "\u0300\u0316" * 30_000}}, ensure_ascii=False)
    visitor.client.timeout = 10
    assert visitor.client.post("/csp-reports", content=iter([marks.encode()])).status_code == HTTPStatus.BAD_REQUEST
    got = [visitor.client.post("/csp-reports", content=body).status_code for _ in range(45)]
    assert HTTPStatus.TOO_MANY_REQUESTS in got and httpx.codes.NO_CONTENT in got, got
    if not hasattr(target.site, "log"):
        return
    assert "root logged in" not in target.site.log and "hand=3" not in target.site.log


@attack()
def answers_without_a_token(target: Target) -> None:
    """Answer by a socket of programs from a page of another site, with the cookies of its reader."""
    visitor = target.guest()
    cookie = f"sessionid={visitor.client.cookies['sessionid']}; csrftoken=x"
    address = target.url.replace("http", "ws") + "/ws/v1/answers"
    message = {"id": 1, "number": 1, "answers": {"step": 1, "actions": [{"act": "let_stand"}]}}
    for origin in (target.url, "https://evil.example"):
        with connect(address, origin=Origin(origin), additional_headers={"Cookie": cookie}) as line:
            with contextlib.suppress(ConnectionClosed):
                line.send(json.dumps(message))
                raise AssertionError(f"A session answers by a socket of programs: {line.recv()!r}")
            assert (line.close_code, line.close_reason) == (4401, "token_missing")
