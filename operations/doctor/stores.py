"""Checks of the database, the vault's keys, the clocks and Redis."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import redis
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from foundation.vault import unseal
from matches.models import Match
from operations import probes, queue_state
from operations.doctor.findings import Finding, fail, ok, warn

WORST_SKEW_SECONDS = 5.0
SOME_SKEW_SECONDS = 1.0


def database_answers() -> Iterator[Finding]:
    """Check that the database accepts connections, and name its version."""
    if error := probes.database_error():
        yield fail(f"The database cannot be reached. Check DATABASE_URL, and that it runs. It said: {error}")
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT version()" if connection.vendor == "postgresql" else "SELECT 'SQLite ' || sqlite_version()"
        )
        yield ok(" ".join(cursor.fetchone()[0].split()[:2]) + " answers.")


def migrations_are_applied() -> Iterator[Finding]:
    """Check that all migrations are applied."""
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        yield fail(f"{len(missing)} migrations are not applied. Run `manage.py migrate`.")
    else:
        yield ok("All migrations are applied.")


def keys_open_what_is_stored() -> Iterator[Finding]:
    """Check that `VAULT_KEYS` decrypt the first and the newest match."""
    if Match._meta.db_table not in connection.introspection.table_names():
        yield ok("The database is empty.")
        return
    rows = [Match.objects.order_by(order).values_list("sealed_seeds", flat=True).first() for order in ("pk", "-pk")]
    try:
        for sealed in rows:
            if sealed is not None:
                unseal(sealed)
    except InvalidToken:
        yield fail("VAULT_KEYS do not fit this database. Add the keys it was encrypted with.")
    else:
        yield ok("VAULT_KEYS fit this database." if rows[0] else "There is no match yet to try VAULT_KEYS on.")


def clocks_agree() -> Iterator[Finding]:
    """Check that machine and database have the same time, since deadlines need both."""
    if connection.vendor != "postgresql":
        yield ok("The database uses the clock of this machine.")
        return
    before = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        there = cursor.fetchone()[0]
    yield clock_finding(before, there, timezone.now())


def clock_finding(before: datetime, there: datetime, after: datetime) -> Finding:
    """The finding for the database's time `there`, read between two moments here."""
    skew = abs((there.astimezone(UTC) - (before + (after - before) / 2)).total_seconds())
    if skew > WORST_SKEW_SECONDS:
        return fail(f"The clocks of this machine and the database differ by {skew:.1f} s. Have both keep time by NTP.")
    if skew > SOME_SKEW_SECONDS:
        return warn(f"The clocks of this machine and the database differ by {skew:.1f} s. Have both keep time by NTP.")
    return ok("The clocks of this machine and the database agree.")


def redis_answers() -> Iterator[Finding]:
    """Check that Redis answers and never evicts data."""
    if not settings.REDIS_URL:
        yield ok("Queue, sockets and cache are in memory.")
        return
    for name, client in queue_state.clients().items():
        yield from _redis_answers(name, client)


def _redis_answers(name: str, client: "redis.Redis") -> Iterator[Finding]:
    try:
        info: Any = client.info()
    except redis.AuthenticationError:
        yield fail(f"Redis rejects the password. Check {name}.")
    except (redis.RedisError, OSError) as error:
        yield fail(f"Redis cannot be reached ({type(error).__name__}). Check {name}, and that it runs.")
    else:
        yield ok(f"Redis {info['redis_version']} answers.")
        if info.get("maxmemory") and info.get("maxmemory_policy") != "noeviction":
            yield warn("Redis deletes data when it is full. Set its maxmemory-policy to noeviction.")
