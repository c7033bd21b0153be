"""The site itself, run as people run it: embedded in one process, or as a server of many."""

import contextlib
import functools
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import httpx
from celery import Celery

from tests.support.made_once import made_once
from tests.support.postgres import Postgres
from tests.support.processes import (
    ROOT,
    Service,
    directory_of_this_process,
    free_port,
    listens,
    plain_environment,
    private_directory,
    start,
)
from tests.support.server_env import NOWHERE_DATABASE, NOWHERE_REDIS, UNLIMITED, WITHOUT_TLS, server_environment

T = TypeVar("T")

START_SECONDS = 180.0
ANSWER_SECONDS = 1.0
WORKER_HOST = "test"
READINESS = "/accounts/login/"
NOT_DATA = shutil.ignore_patterns("*.log", "*-shm")
TEMPLATE = "prepared"
"""The database of a new server, of which each gets a copy."""


def _answers(url: str) -> bool:
    """True if the site gives a page. An error page counts as no."""
    # A client for each try would take much of the processor from a site that is still starting.
    if not listens(urlsplit(url).port or 0):
        return False
    try:
        return httpx.get(url + READINESS, timeout=10, trust_env=False).status_code == httpx.codes.OK
    except httpx.TransportError:
        return False


def _manage(env: Mapping[str, str], *arguments: str) -> str:
    """Run a management command and return what it printed. Fails with its error output."""
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=dict(env), capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"manage.py {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}"
    return done.stdout


def _with_own_tmp(directory: Path) -> dict[str, str]:
    """Keep what a site that is killed leaves for its own time in its directory, which is removed with it."""
    return {"TMPDIR": str(directory)}


@dataclass
class EmbeddedSite:
    """The site as `make run` starts it: one process, its data in its own directory."""

    var_dir: Path
    extra: Mapping[str, str] = field(default_factory=dict)
    """More environment: names of `piecepack_site/settings.py`."""
    port: int = field(default_factory=free_port)
    service: Service | None = None

    @property
    def url(self) -> str:
        """Address of the front page, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def env(self) -> dict[str, str]:
        """The whole environment that it runs in."""
        own = {"VAR_DIR": str(self.var_dir), "PORT": str(self.port), **_with_own_tmp(self.var_dir)}
        return plain_environment() | UNLIMITED | own | dict(self.extra)

    def start(self) -> None:
        """Start it, or start it again, and wait until it gives pages."""
        command = [sys.executable, "manage.py", "play"]
        self.service = start("embedded site", command, log=self.var_dir / "play.log", env=self.env)
        self.service.wait_until(functools.partial(_answers, self.url), START_SECONDS)

    def stop(self) -> None:
        """Ask it to stop, as Ctrl-C and a service manager do."""
        if self.service:
            self.service.stop()

    def kill(self) -> None:
        """Kill it at once, as a power cut would."""
        if self.service:
            self.service.kill()

    def manage(self, *arguments: str) -> str:
        """Run a management command alongside it and return its output."""
        return _manage(self.env, *arguments)

    @property
    def log(self) -> str:
        """All that it wrote since it was first started."""
        return (self.var_dir / "play.log").read_text(errors="replace")


@dataclass
class ServerSite:
    """The site as a server: web processes, workers and one beat on PostgreSQL and Redis."""

    directory: Path
    database_url: str
    redis_url: str
    webs: int = 2
    workers: int = 2
    extra: Mapping[str, str] = field(default_factory=dict)
    """More environment: names of `piecepack_site/settings.py`."""
    env: dict[str, str] = field(init=False)
    ports: list[int] = field(init=False)
    services: dict[str, Service] = field(default_factory=dict)
    """By name: `web-0`, `worker-0` and so on, `beat`; only if started, `rounds`, a worker for rounds alone."""

    def __post_init__(self) -> None:
        self.ports = [free_port() for _ in range(self.webs)]
        own = {"VAR_DIR": str(self.directory), "STATIC_ROOT": str(self.static), "SITE_URL": self.url}
        own |= WITHOUT_TLS | UNLIMITED | _with_own_tmp(self.directory) | dict(self.extra)
        self.env = server_environment(self.database_url, self.redis_url) | own

    @property
    def static(self) -> Path:
        """Where its static files lie."""
        return self.directory / "static"

    @property
    def urls(self) -> list[str]:
        """Addresses of the web processes, without a slash at the end."""
        return [f"http://127.0.0.1:{port}" for port in self.ports]

    @property
    def url(self) -> str:
        """Address of the first web process."""
        return self.urls[0]

    def start(self) -> None:
        """Start all, and wait until all are ready."""
        for number in range(self.workers):
            self.start_one(f"worker-{number}")
        self.start_one("beat")
        for number in range(self.webs):
            self.start_one(f"web-{number}")
        self.wait_until_ready()

    def start_one(self, name: str) -> Service:
        """Start one process by its name, for instance after it was killed."""
        kind, _, number = name.partition("-")
        command = {"web": self._web, "worker": self._worker, "rounds": self._rounds, "beat": self._beat}[kind](
            int(number or 0)
        )
        log = self.directory / f"{name}.log"
        self.services[name] = start(name, [sys.executable, "-m", *command], log=log, env=self.env)
        return self.services[name]

    def wait_until_ready(self) -> None:
        """Wait until every web process gives pages and every worker takes tasks."""
        for number, url in enumerate(self.urls):
            self.services[f"web-{number}"].wait_until(functools.partial(_answers, url), START_SECONDS)
        for number in range(self.workers):
            self.services[f"worker-{number}"].wait_until(functools.partial(self._takes_tasks, number), START_SECONDS)

    def stop(self) -> None:
        """Ask all processes to stop, web processes first."""
        for name in sorted(self.services, key=lambda name: not name.startswith("web")):
            self.services[name].stop()

    def kill(self) -> None:
        """Kill all processes at once, which takes no time."""
        for service in self.services.values():
            service.kill()

    def manage(self, *arguments: str) -> str:
        """Run a management command alongside it and return its output."""
        return _manage(self.env, *arguments)

    def tasks_done(self, worker: str = "") -> Counter[str]:
        """Return how often each task was taken by the workers that run now, or by one, by the task's name."""
        whom = [f"{worker}@{WORKER_HOST}"] if worker else None
        stats = self._celery().control.inspect(timeout=ANSWER_SECONDS, destination=whom).stats() or {}
        return sum((Counter(worker["total"]) for worker in stats.values()), Counter())

    def _takes_tasks(self, number: int) -> bool:
        name = f"worker-{number}@{WORKER_HOST}"
        return bool(self._celery().control.ping(destination=[name], timeout=ANSWER_SECONDS))

    def _celery(self) -> Celery:
        return Celery(broker=self.redis_url, set_as_current=False)

    def _web(self, number: int) -> list[str]:
        address = ["--host", "127.0.0.1", "--port", str(self.ports[number])]
        sockets = ["--ws-max-size", "65536", "--ws-per-message-deflate", "false"]
        return ["uvicorn", "piecepack_site.asgi:application", "--no-proxy-headers", *sockets, *address]

    def _worker(self, number: int) -> list[str]:
        name = ["--hostname", f"worker-{number}@{WORKER_HOST}", "--concurrency", "2"]
        return ["celery", "-A", "piecepack_site", "worker", *name]

    def _rounds(self, number: int) -> list[str]:
        name = ["--hostname", f"rounds@{WORKER_HOST}", "--queues", "rounds", "--concurrency", "1"]
        return ["celery", "-A", "piecepack_site", "worker", *name]

    def _beat(self, number: int) -> list[str]:
        files = ["--schedule", str(self.directory / "beat"), "--pidfile", ""]
        return ["celery", "-A", "piecepack_site", "beat", *files]


@functools.cache
def embedded_data() -> Path:
    """Return the directory of an embedded site that was started once, on nothing, and stopped."""
    return made_once("embedded", _start_and_stop)


def _start_and_stop(directory: Path) -> None:
    made = EmbeddedSite(directory)
    try:
        made.start()
    finally:
        made.stop()


def copy_embedded_data(to: Path) -> None:
    """Give a site the data of a new one: its database with the demo, and its keys."""
    shutil.copytree(embedded_data(), to, ignore=NOT_DATA, dirs_exist_ok=True)


@functools.cache
def static_files() -> Path:
    """Return the static files of a server, which are collected once."""
    return ServerSite(made_once("server", _collect), NOWHERE_DATABASE, NOWHERE_REDIS).static


def _collect(directory: Path) -> None:
    ServerSite(directory, NOWHERE_DATABASE, NOWHERE_REDIS).manage("collectstatic", "--no-input")


@functools.cache
def prepare(postgres: Postgres) -> None:
    """Make the database `TEMPLATE` with all its tables, once."""
    postgres.create(TEMPLATE)
    ServerSite(directory_of_this_process(), postgres.url(TEMPLATE), NOWHERE_REDIS).manage("migrate", "--no-input")


@contextlib.contextmanager
def embedded(**extra: str) -> Iterator[EmbeddedSite]:
    """Run a new embedded site with its data in a new directory; keywords are added to its environment."""
    with private_directory() as directory:
        copy_embedded_data(directory)
        site = EmbeddedSite(directory, extra)
        try:
            site.start()
            yield site
        finally:
            site.kill()


@contextlib.contextmanager
def server(
    postgres: Postgres, redis_url: str, *, webs: int = 2, workers: int = 2, **extra: str
) -> Iterator[ServerSite]:
    """Run a new server on a database of its own; keywords are added to its environment."""
    prepare(postgres)
    with postgres.database(TEMPLATE) as database_url, private_directory() as directory:
        site = ServerSite(directory, database_url, redis_url, webs, workers, extra)
        site.static.symlink_to(static_files())
        try:
            site.start()
            yield site
        finally:
            site.kill()


def eventually(check: Callable[[], T], seconds: float = 15.0) -> T:
    """Repeat a check until it gives something true, and return that. Fails with the last thing it gave."""
    give_up = time.monotonic() + seconds
    while not (found := check()):
        assert time.monotonic() < give_up, f"Still {found!r} after {seconds:g} s."
        time.sleep(0.05)
    return found
