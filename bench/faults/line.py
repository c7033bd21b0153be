"""A line to PostgreSQL that can break in the middle of a commit's reply."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator

COMMIT = b"COMMIT"


class Line:
    """Passes everything on in both directions, until it is told to break."""

    def __init__(self, server: socket.socket, port: int) -> None:
        self.server, self.port = server, port
        self.breaks = 0
        """How many more commits are to lose their reply."""
        self.broken = 0
        self._lock = threading.Lock()

    def serve(self) -> None:
        """Take connections until the socket is closed."""
        with contextlib.suppress(OSError):
            while True:
                near = self.server.accept()[0]
                try:
                    far = socket.create_connection(("127.0.0.1", self.port), 5)
                except OSError:
                    near.close()
                    continue
                far.settimeout(None)
                threading.Thread(target=self._pass_on, args=[near, far, True], daemon=True).start()
                threading.Thread(target=self._pass_on, args=[far, near, False], daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, is_order: bool) -> None:
        with contextlib.suppress(OSError):
            while words := source.recv(65536):
                if is_order and COMMIT in words and self._takes_a_break():
                    # The order arrives and is carried out, but nobody hears of it.
                    source.shutdown(socket.SHUT_RDWR)
                    target.sendall(words)
                    time.sleep(0.2)
                    break
                target.sendall(words)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _takes_a_break(self) -> bool:
        with self._lock:
            if not self.breaks:
                return False
            self.breaks -= 1
            self.broken += 1
            return True


@contextlib.contextmanager
def line_to(port: int) -> Iterator[tuple[Line, int]]:
    """Run one to a port of this machine; yield it and its own port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        line = Line(server, port)
        threading.Thread(target=line.serve, daemon=True).start()
        yield line, server.getsockname()[1]
