"""Proxies in front of the site that do one thing wrong, for the doctor to find."""

import contextlib
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.support.tls import Certificate, self_signed

WELL = {"/healthz": 200, "/accounts/login/": 200, "/ws/turns/": 403, "/metrics": 403}


@dataclass
class Front:
    """How a front answers: the status of each path, and what it sends along."""

    statuses: dict[str, int] = field(default_factory=lambda: dict(WELL))
    headers: dict[str, str] = field(default_factory=lambda: {"Strict-Transport-Security": "max-age=1"})
    passes_ids: bool = False
    url: str = ""
    certificate: Certificate | None = None


class Handler(BaseHTTPRequestHandler):
    """Answers as the front of the moment does."""

    front: Front

    def do_GET(self) -> None:
        """Answer one request."""
        self.send_response(self.front.statuses.get(self.path, 404))
        given = self.headers.get("X-Request-ID")
        ids = {"X-Request-ID": given} if given and self.front.passes_ids else {}
        for name, value in {**self.front.headers, **ids, "Content-Length": "0"}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def fronted(directory: Path) -> Iterator[Front]:
    """Run a front with TLS; change what it answers at any time."""
    front = Front(certificate=self_signed(directory, "localhost"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Now", (Handler,), {"front": front}))
    assert front.certificate
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(front.certificate.chain, front.certificate.key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    front.url = f"https://localhost:{server.server_port}"
    try:
        yield front
    finally:
        server.shutdown()
        server.server_close()
