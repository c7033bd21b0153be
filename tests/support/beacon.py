"""Recorded rounds of drand's quicknet, and a server on this machine that serves it as drand does."""

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

from engine.beacon import LATER_WAIT, QUICKNET, time_of

ROUND = 1000
SIGNATURE = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
RANDOMNESS = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"
FULL_AT = datetime(2023, 8, 23, 15, 59, 23, tzinfo=UTC)
"""A second before the round."""
EARLY_ROUND = 123
EARLY_SIGNATURE = "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92"
EARLY = time_of(EARLY_ROUND) - timedelta(seconds=1)
"""A second before that one."""
TAKEN_BACK = FULL_AT - LATER_WAIT
"""When a match is taken back that goes on with the later round."""
EARLY_BODY = json.dumps({"round": EARLY_ROUND, "signature": EARLY_SIGNATURE}).encode()


@dataclass
class Drand:
    """What such a server was asked, and what it says."""

    url: str = ""
    asked: list[str] = field(default_factory=list)
    status: int = 200
    body: bytes = json.dumps({"round": ROUND, "randomness": RANDOMNESS, "signature": SIGNATURE}).encode()
    silent: bool = False
    drips: bool = False
    over: Event = field(default_factory=Event)


@contextlib.contextmanager
def served() -> Iterator[Drand]:
    """Serve the recorded round."""
    found = Drand()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle(self) -> None:
            with contextlib.suppress(ConnectionError):
                super().handle()

        def do_GET(self) -> None:
            found.asked.append(self.path)
            if found.silent:
                found.over.wait()
                return
            with contextlib.suppress(ConnectionError):
                while found.drips and not found.over.wait(0.02):
                    self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            bodies = {ROUND: found.body, EARLY_ROUND: EARLY_BODY}
            number = self.path.removeprefix(f"/{QUICKNET.hash}/public/")
            known = number.isdigit() and int(number) in bodies
            body = bodies[int(number)] if known else b"{}"
            self.send_response(found.status if known else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with contextlib.suppress(ConnectionError):
                self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=[0.01])
        thread.start()
        found.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield found
        finally:
            found.over.set()
            server.shutdown()
            thread.join()
