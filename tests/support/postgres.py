"""A PostgreSQL of the tests' own, on a free port of 127.0.0.1."""

import contextlib
import os
import pwd
import re
import secrets
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg import sql

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

USER = "piecepack"
SETTINGS = {"max_connections": "300"}
# Test data may be lost in a power cut, so nothing waits for the disk.
FORGETFUL = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
USUAL_PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")


@dataclass(frozen=True)
class Postgres:
    """A running server."""

    service: Service
    port: int
    password: str

    def url(self, database: str = "postgres") -> str:
        """Return the address of one of its databases, as `DATABASE_URL` takes it."""
        return f"postgres://{USER}:{self.password}@127.0.0.1:{self.port}/{database}"

    @contextlib.contextmanager
    def database(self, template: str = "template1") -> Iterator[str]:
        """Create a database, empty or a copy of another; yield its URL and drop it at the end."""
        name = f"site_{secrets.token_hex(4)}"
        self.create(name, template)
        try:
            yield self.url(name)
        finally:
            self._order(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))

    def create(self, name: str, template: str = "template1") -> None:
        """Make a database, empty or a copy of another."""
        names = sql.Identifier(name), sql.Identifier(template)
        self._order(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*names))

    def _order(self, statement: sql.Composed) -> None:
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(statement)

    def answers(self) -> bool:
        """True if it takes connections."""
        try:
            psycopg.connect(self.url(), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True


@contextlib.contextmanager
def started(*, durable: bool = False, more: Mapping[str, str] | None = None) -> Iterator[Postgres]:
    """Run a PostgreSQL server, with more settings; only a durable one may be killed.

    Raises `ServiceMissing` when there is none to run.
    """
    owner = ordinary_user()
    with private_directory(owner) as directory:
        binaries = _binaries(directory)
        password = secrets.token_urlsafe(16)
        _make_cluster(binaries, directory, password, owner)
        settings = {**SETTINGS, **({} if durable else FORGETFUL), **(more or {})}
        server = _serve(binaries, directory, password, owner, settings)
        try:
            yield server
        finally:
            server.service.stop()


def ordinary_user() -> str | None:
    """Whom the server runs as: it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    known = {account.pw_name for account in pwd.getpwall()}
    for name in ("postgres", "nobody"):
        if name in known:
            return name
    raise ServiceMissing(
        "PostgreSQL cannot be had here: it refuses to run as root, and there is no user `postgres` or `nobody`. "
        "Run the tests as another user."
    )


def _binaries(directory: Path) -> Path:
    """The directory of `initdb` and `postgres`: installed ones, newest first, else those of the package."""
    installed = [place for pattern in USUAL_PLACES for place in Path("/").glob(pattern[1:])]
    on_path = shutil.which("initdb")
    candidates = sorted(installed, key=_version, reverse=True) + ([Path(on_path).resolve().parent] if on_path else [])
    for place in candidates:
        if (place / "initdb").exists() and (place / "postgres").exists():
            return place
    return _packaged_binaries(directory)


def _version(place: Path) -> int:
    number = re.search(r"\d+", str(place))
    return int(number[0]) if number else 0


def _packaged_binaries(directory: Path) -> Path:
    """The package's binaries, copied where the server's user can read them."""
    package = shutil.copytree(wheels.installed("postgres", "PostgreSQL"), directory / "postgresql", symlinks=True)
    places = [path.parent for path in package.glob("*/pginstall*/bin/initdb")]
    return max(places, key=lambda place: _version(place.relative_to(package)))


def _make_cluster(binaries: Path, directory: Path, password: str, owner: str | None) -> None:
    secret = directory / "password"
    secret.touch(mode=0o600)
    secret.write_text(password)
    if owner:
        shutil.chown(secret, owner)
    where: list[str | Path] = ["-D", directory / "data", "-U", USER, "--pwfile", secret]
    done = subprocess.run(
        [binaries / "initdb", *where, "--encoding=UTF8", "--auth=scram-sha-256", "--no-locale", "--no-sync"],
        cwd=directory,
        env=plain_environment(),
        user=owner,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ServiceMissing(f"PostgreSQL cannot be had here: initdb failed.\n{done.stdout}{done.stderr}")


def _serve(binaries: Path, directory: Path, password: str, owner: str | None, settings: Mapping[str, str]) -> Postgres:
    """Start the server; another program may take the port in between, so try again."""
    for attempt in range(3):
        port = free_port()
        where = {"listen_addresses": "127.0.0.1", "unix_socket_directories": str(directory)}
        options = [part for name, value in {**settings, **where}.items() for part in ("-c", f"{name}={value}")]
        service = start(
            "PostgreSQL",
            [binaries / "postgres", "-D", directory / "data", "-p", str(port), *options],
            log=directory / f"log-{attempt}",
            env=plain_environment(),
            cwd=directory,
            user=owner,
            stop_signal=signal.SIGINT,  # ends open connections instead of waiting for them
        )
        server = Postgres(service, port, password)
        try:
            service.wait_until(server.answers)
        except DidNotStart as error:
            service.stop()
            reason = str(error)
        else:
            return server
    raise ServiceMissing(f"PostgreSQL cannot be had here: {reason}")
