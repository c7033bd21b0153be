"""A real HTTP server that stores what is posted to it, and replies as set."""

import contextlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Posted:
    """One request as it came in."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Catcher:
    """What came, and what is answered."""

    port: int = 0
    status: int = 201
    answer: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    statuses: dict[str, int] = field(default_factory=dict)
    """Other answers, by path."""
    withheld: int = 0
    """Bytes of the answer that are promised and do not come."""
    posted: list[Posted] = field(default_factory=list)

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"


@contextlib.contextmanager
def catching() -> Iterator[Catcher]:
    """Run one on a free port."""
    caught = Catcher()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            caught.posted.append(Posted(self.path, {name.title(): value for name, value in self.headers.items()}, body))
            self.send_response(caught.statuses.get(self.path, caught.status))
            for name, value in caught.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(caught.answer) + caught.withheld))
            self.end_headers()
            # Who reads little hangs up early.
            with contextlib.suppress(ConnectionError):
                self.wfile.write(caught.answer)
                if caught.withheld:
                    self.rfile.read(1)  # until the other end hangs up

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    caught.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield caught
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
