"""What must be so for the site to be of use: each probe gives a word, `ok` or what is wrong."""

from collections.abc import Callable

import psycopg
import redis
from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from operations import heartbeat, queue

OK = "ok"
PATIENCE_SECONDS = 3


def database() -> str:
    """Whether the database takes connections."""
    try:
        if connection.vendor == "postgresql":
            # Beside the pool, which would wait for 20 seconds.
            patience = {"connect_timeout": PATIENCE_SECONDS}
            psycopg.connect(**connection.get_connection_params() | patience).close()
        else:
            connection.ensure_connection()
    except (Error, psycopg.Error):
        return "unreachable"
    return OK


_applied: set[str] = set()


def migrations() -> str:
    """Whether the database has everything that this code needs. What was so once stays so in this process."""
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
    """Whether Redis, which carries queue, sockets and cache, answers."""
    if not settings.REDIS_URL:
        return OK
    try:
        queue.client().ping()
    except (redis.RedisError, OSError):
        return "unreachable"
    return OK


def sweep() -> str:
    """Whether beat and a worker go on: every sweep ended not long ago."""
    try:
        return "late" if heartbeat.late_sweeps(now=timezone.now()) else OK
    except (redis.RedisError, OSError):
        return "unknown"


PROBES: dict[str, Callable[[], str]] = {
    "database": database,
    "migrations": migrations,
    "redis": redis_server,
    "sweep": sweep,
}
NEEDS = {"migrations": "database", "sweep": "redis"}
"""Asked only when the other is well."""


def readiness() -> dict[str, str]:
    """All probes by name."""
    found: dict[str, str] = {}
    for name, probe in PROBES.items():
        found[name] = probe() if found.get(NEEDS.get(name, ""), OK) == OK else "unknown"
    return found
