"""Health probes. Each returns `ok` or one word for the problem."""

from collections.abc import Callable

import psycopg
import redis
from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from operations import heartbeat, queue_state

OK = "ok"
PATIENCE_SECONDS = 3


def database() -> str:
    """Check that the database accepts connections."""
    return "unreachable" if database_error() else OK


def database_error() -> str:
    """What the database says when it refuses a connection, or nothing."""
    try:
        if connection.vendor == "postgresql":
            # Without the pool, which would wait 20 seconds.
            patience = {"connect_timeout": PATIENCE_SECONDS}
            psycopg.connect(**connection.get_connection_params() | patience).close()
        else:
            connection.ensure_connection()
    except (Error, psycopg.Error) as error:
        return str(error).strip() or type(error).__name__
    return ""


_applied: set[str] = set()


def migrations() -> str:
    """Check that all migrations are applied. A success is remembered for the life of the process."""
    if "all" in _applied:
        return OK
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except Error:
        return "unreachable"
    if missing:
        return "missing"
    _applied.add("all")
    return OK


def redis_server() -> str:
    """Check that Redis, which holds the queue, sockets and cache, answers, or each of them."""
    if not settings.REDIS_URL:
        return OK
    try:
        for server in queue_state.clients().values():
            server.ping()
    except (redis.RedisError, OSError):
        return "unreachable"
    return OK


def sweeps() -> str:
    """Check that every sweep ended recently, so beat and a worker are running."""
    try:
        return "late" if heartbeat.late_sweeps(now=timezone.now()) else OK
    except (redis.RedisError, OSError):
        return "unknown"


PROBES: dict[str, Callable[[], str]] = {
    "database": database,
    "migrations": migrations,
    "redis": redis_server,
    "sweep": sweeps,
}
NEEDS = {"migrations": "database", "sweep": "redis"}
"""Probes that run only if another one succeeds."""


def readiness() -> dict[str, str]:
    """The results of all probes by name."""
    found: dict[str, str] = {}
    for name, probe in PROBES.items():
        found[name] = probe() if found.get(NEEDS.get(name, ""), OK) == OK else "unknown"
    return found
