"""What goes wrong while people play: servers end, lines break, clocks differ, disks are full."""

import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psycopg

from bench.faults.line import Line
from tests.support.debian import program
from tests.support.postgres import Postgres
from tests.support.processes import DidNotStart, Service
from tests.support.redis import Redis
from tests.support.site import ServerSite, eventually
from tests.support.smtp import ACCEPTED, MailServer

FAKE_CLOCK = "usr/lib/*/faketime/libfaketime.so.1"
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

    def all(self) -> dict[str, Callable[[], None]]:
        """Return each fault by what happens, in the order they come."""
        return {
            "a worker is killed": lambda: self._kill("worker-0"),
            "commits lose their reply": self._lose_commits,
            "a web process is killed": lambda: self._kill("web-1"),
            "PostgreSQL is restarted": self._restart_database,
            "PostgreSQL is killed": self._kill_database,
            "PostgreSQL takes no writes": self._refuse_writes,
            "all connections to PostgreSQL are cut": self._cut,
            "Redis is restarted, and empty": self._restart_queue,
            "Redis is emptied": self.queue.empty,
            "Redis stands still": self._hold_queue,
            "beat is killed": lambda: self._kill("beat"),
            "a worker's clock is a minute ahead": lambda: self._shift_clock(60),
            "a worker's clock is a minute behind": lambda: self._shift_clock(-60),
            "the mail server's disk is full": self._fill_disk,
            "the worker for rounds is killed": lambda: self._kill("rounds"),
            "all workers are killed": self._kill_workers,
        }

    def _kill(self, name: str) -> None:
        self.site.services[name].kill()
        time.sleep(3)
        self.site.start_one(name)

    def _kill_workers(self) -> None:
        workers = [name for name in self.site.services if name.startswith(("worker", "rounds"))]
        for name in workers:
            self.site.services[name].kill()
        time.sleep(3)
        for name in workers:
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

    def _hold_queue(self) -> None:
        os.kill(self.queue_service.pid, signal.SIGSTOP)
        time.sleep(6)
        os.kill(self.queue_service.pid, signal.SIGCONT)

    def _shift_clock(self, seconds: int) -> None:
        program("faketime", "faketime")
        library = next(Path("/").glob(FAKE_CLOCK))
        ours = self.site.env
        self.site.env = ours | {"LD_PRELOAD": str(library), "FAKETIME": f"{seconds:+}s"}
        try:
            self._kill("worker-1")
        finally:
            self.site.env = ours
        time.sleep(10)
        self._kill("worker-1")

    def _fill_disk(self) -> None:
        self.mail.answer = lambda _: "452 4.3.1 Insufficient system storage"
        time.sleep(10)
        self.mail.answer = lambda _: ACCEPTED


def say(words: str) -> None:
    """Tell the person who waits how far it is."""
    sys.stderr.write(f"{time.strftime('%H:%M:%S')} {words}\n")
    sys.stderr.flush()
