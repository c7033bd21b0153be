"""A process gets over a restart of PostgreSQL, however many connections it kept."""

import select
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db.utils import ConnectionHandler, OperationalError
from psycopg_pool import ConnectionPool
from pytest_django.plugin import DjangoDbBlocker

from foundation.postgresql.base import check_all_after_one
from tests.support.postgres import Postgres

KEPT = 12
PATIENCE = 3
"""Seconds that a request waits for a connection: enough to look at two of them, one after the other."""
WAIT_FOR_END_MS = 10_000
CUT = "SELECT pg_terminate_backend(pid, %s) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"
"""Ends each connection and waits until it has ended, as a restart does: without the wait it is only asked to end."""


@pytest.fixture
def address(postgres: Postgres) -> Iterator[str]:
    with postgres.database() as url:
        yield url


@pytest.fixture
def unblocked(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let the test use a database of its own."""
    with django_db_blocker.unblock():
        yield


def connections(address: str, engine: str) -> ConnectionHandler:
    parts = urlsplit(address)
    where = {"HOST": parts.hostname, "PORT": parts.port, "USER": parts.username, "PASSWORD": parts.password}
    pool = {"min_size": 1, "max_size": KEPT, "timeout": PATIENCE}
    database = {"ENGINE": engine, "NAME": parts.path[1:], "CONN_HEALTH_CHECKS": True, "OPTIONS": {"pool": pool}}
    return ConnectionHandler({"default": database | where})


def answer(handler: ConnectionHandler, together: Barrier | None = None) -> None:
    """Use a connection as a request does, and give it back."""
    connection = handler["default"]
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            if together:
                together.wait(30)
    finally:
        connection.close()


@pytest.mark.parametrize("engine", ["foundation.postgresql", "django.db.backends.postgresql"])
@pytest.mark.usefixtures("unblocked")
def test_the_first_request_after_a_restart_renews_all_connections(address: str, engine: str) -> None:
    handler = connections(address, engine)
    together = Barrier(KEPT)
    with ThreadPoolExecutor(KEPT) as threads:
        for done in [threads.submit(answer, handler, together) for _ in range(KEPT)]:
            done.result()
    with psycopg.connect(address) as other:
        cut = other.execute(CUT, [WAIT_FOR_END_MS, urlsplit(address).path[1:]]).fetchall()
        assert cut == [(True,)] * KEPT
    try:
        if engine.startswith("foundation"):
            answer(handler)
        else:
            # Once Django's own gets over it too, ours can go.
            with pytest.raises(OperationalError):
                answer(handler)
    finally:
        handler["default"].close_pool()  # type: ignore[attr-defined]


@pytest.mark.usefixtures("unblocked")
def test_a_connection_that_just_answered_is_listened_to_and_then_asked(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    check = ConnectionPool.check_connection

    def ask(line: "psycopg.Connection[Any]") -> None:
        asked.append(line.info.backend_pid)
        check(line)

    with psycopg.connect(address) as one, psycopg.connect(address) as other:
        monkeypatch.setattr(ConnectionPool, "check_connection", staticmethod(ask))
        check_all_after_one(one)
        check_all_after_one(one)
        assert asked == [one.info.backend_pid], "the second time it is quiet and was asked just now"
        monkeypatch.setattr("foundation.postgresql.base.TRUSTED_SECONDS", 0.0)
        check_all_after_one(one)
        assert len(asked) == 2, "its trust has run out"
        monkeypatch.setattr("foundation.postgresql.base.TRUSTED_SECONDS", 60.0)
        other.execute("SELECT pg_terminate_backend(%s)", [one.info.backend_pid])
        assert select.select([one.fileno()], [], [], 10)[0], "the server says goodbye"
        with pytest.raises(psycopg.OperationalError):
            check_all_after_one(one)
        one.close()
        with pytest.raises(psycopg.OperationalError):
            check_all_after_one(one)


@pytest.mark.usefixtures("unblocked")
def test_nothing_is_compiled_and_what_the_operator_set_stays(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGOPTIONS", "-c statement_timeout=25s")
    handler = connections(address, "foundation.postgresql")
    try:
        with handler["default"].cursor() as cursor:
            settings = ("jit", "plan_cache_mode", "statement_timeout")
            cursor.execute("SELECT current_setting(name) FROM unnest(%s::text[]) AS name", [list(settings)])
            assert cursor.fetchall() == [("off",), ("force_generic_plan",), ("25s",)]
    finally:
        handler["default"].close()
        handler["default"].close_pool()  # type: ignore[attr-defined]
