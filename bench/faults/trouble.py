"""What goes wrong while people play: servers end, lines break, clocks differ, disks are full."""

import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import psycopg
from kombu import pools

from bench.faults.line import Line
from bench.faults.sweeps import ends_of_sweeps, sweeps_that_stop
from tests.support.debian import program
from tests.support.postgres import Postgres
from tests.support.processes import DidNotStart, Service
from tests.support.redis import Redis
from tests.support.site import ServerSite, eventually
from tests.support.smtp import ACCEPTED, MailServer

FAKE_CLOCK = "usr/lib/*/faketime/libfaketime.so.1"
SLEEP = """
import select, time
time.sleep = lambda seconds: select.select((), (), (), seconds) and None
"""
"""The fake clock refuses the call by which Python sleeps, once the clock by which it waits is left alone."""
LOST_COMMITS = 12
CUT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname <> 'postgres' AND backend_type = 'client backend' AND pid <> pg_backend_pid()
"""


@dataclass
class Trouble:
    """Everything that can be broken."""

    site: ServerSite
    database: Postgres
    database_service: Service
    queue: Redis
    queue_service: Service
    line: Line
    mail: MailServer
    stopped: list[str] = field(default_factory=list)
    """The sweeps that did not come while a clock was wrong."""

    def all(self) -> dict[str, Callable[[], None]]:
        """Return each fault by what happens, in the order they come."""
        return {
            "a worker is killed": lambda: self._kill("worker-0"),
            "commits lose their reply": self._lose_commits,
            "a web process is killed": lambda: self._kill("web-0"),
            "PostgreSQL is restarted": self._restart_database,
            "PostgreSQL is killed": self._kill_database,
            "PostgreSQL takes no writes": self._refuse_writes,
            "all connections to PostgreSQL are cut": self._cut,
            "Redis is restarted, and empty": self._restart_queue,
            "Redis is emptied": self.queue.empty,
            "Redis stands still": self._hold_queue,
            "beat is killed": lambda: self._kill("beat"),
            "the other web process is killed": lambda: self._kill("web-1"),
            "all workers' clocks are a minute ahead": lambda: self._shift_clock(60, *self._workers),
            "all workers' clocks are a minute behind": lambda: self._shift_clock(-60, *self._workers),
            "a web process's clock is a minute ahead": lambda: self._shift_clock(60, "web-0"),
            "the other web process's clock is a minute behind": lambda: self._shift_clock(-60, "web-1"),
            "beat's clock is a minute ahead": lambda: self._shift_clock(60, "beat"),
            "beat's clock is a minute behind": lambda: self._shift_clock(-60, "beat"),
            "the mail server's disk is full": self._fill_disk,
            "the worker for rounds is killed": lambda: self._kill("rounds"),
            "all workers are killed": lambda: self._kill(*self._workers),
        }

    @property
    def _workers(self) -> list[str]:
        return [name for name in self.site.services if name.startswith(("worker", "rounds"))]

    def _kill(self, *names: str) -> None:
        for name in names:
            self.site.services[name].kill()
        time.sleep(3)
        for name in names:
            self.site.start_one(name)

    def _lose_commits(self) -> None:
        self.line.breaks = LOST_COMMITS
        eventually(lambda: not self.line.breaks, 60)

    def _restart_database(self) -> None:
        self.database_service.stop()
        self._start_database()

    def _kill_database(self) -> None:
        self.database_service.kill()
        self._start_database()

    def _start_database(self) -> None:
        for _ in range(10):
            self.database_service = self.database_service.again()
            try:
                self.database_service.wait_until(self.database.answers)
            except DidNotStart:
                # Processes of the server that was killed still hold its memory.
                time.sleep(1)
            else:
                return
        raise DidNotStart(self.database_service.tail())

    def _order(self, *orders: str) -> None:
        with psycopg.connect(self.database.url(), autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            for order in orders:
                connection.execute(order.encode())

    def _refuse_writes(self) -> None:
        self._order("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
        time.sleep(6)
        self._order("ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()")

    def _cut(self) -> None:
        self._order(CUT)

    def _restart_queue(self) -> None:
        self.queue_service.stop()
        time.sleep(2)
        self.queue_service = self.queue_service.again()
        self.queue_service.wait_until(self.queue.answers)
        # The run's own connections, by which it asks workers whether they are ready, ended too.
        pools.reset()

    def _hold_queue(self) -> None:
        os.kill(self.queue_service.pid, signal.SIGSTOP)
        time.sleep(6)
        os.kill(self.queue_service.pid, signal.SIGCONT)

    def _shift_clock(self, seconds: int, *names: str) -> None:
        """Start these with a wrong clock until sweeps have come meanwhile, and note those that do not."""
        ours = self.site.env
        self.site.env = ours | wrong_clock(seconds, self.site.directory)
        try:
            self._kill(*names)
        finally:
            self.site.env = ours
        self.site.wait_until_ready()
        stopped = sweeps_that_stop(partial(ends_of_sweeps, self.site.redis_url))
        for task in stopped:
            say(f"No {task} came.")
        self.stopped += stopped
        self._kill(*names)
        self.site.wait_until_ready()

    def _fill_disk(self) -> None:
        self.mail.answer = lambda _: "452 4.3.1 Insufficient system storage"
        time.sleep(10)
        self.mail.answer = lambda _: ACCEPTED


def wrong_clock(seconds: int, directory: Path) -> dict[str, str]:
    """Return the environment in which a program's clock is ahead by so much; its waits stay as long as they are."""
    program("faketime", "faketime")
    library = next(Path("/").glob(FAKE_CLOCK))
    (directory / "sitecustomize.py").write_text(SLEEP)
    wrong = {"FAKETIME": f"{seconds:+}s", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    return {"LD_PRELOAD": str(library), "PYTHONPATH": str(directory), **wrong}


def say(words: str) -> None:
    """Tell the person who waits how far it is."""
    sys.stderr.write(f"{time.strftime('%H:%M:%S')} {words}\n")
    sys.stderr.flush()
