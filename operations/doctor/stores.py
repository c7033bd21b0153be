"""Whether the database and Redis are there and as this code needs them."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import redis
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games.models import Match
from games.vault import unseal
from operations import probes, queue
from operations.doctor.findings import Finding, fail, ok, warn

WORST_SKEW_SECONDS = 5.0
SOME_SKEW_SECONDS = 1.0


def database_answers() -> Iterator[Finding]:
    """It takes connections; which one it is."""
    if probes.database() != probes.OK:
        yield fail(
            "The database cannot be reached. Check DATABASE_URL, and that it runs and takes this user's password."
        )
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT version()" if connection.vendor == "postgresql" else "SELECT 'SQLite ' || sqlite_version()"
        )
        yield ok(" ".join(cursor.fetchone()[0].split()[:2]) + " answers.")


def migrations_are_applied() -> Iterator[Finding]:
    """The database has all tables and columns of this code."""
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        yield fail(f"{len(missing)} migrations are not applied. Run `manage.py migrate`.")
    else:
        yield ok("All migrations are applied.")


def keys_open_what_is_stored() -> Iterator[Finding]:
    """`VAULT_KEYS` are those that the first and the newest table were sealed under."""
    if Match._meta.db_table not in connection.introspection.table_names():
        yield ok("The database is empty.")
        return
    rows = [Match.objects.order_by(order).values_list("sealed_seed", flat=True).first() for order in ("pk", "-pk")]
    try:
        for sealed in rows:
            if sealed is not None:
                unseal(sealed)
    except InvalidToken:
        yield fail("VAULT_KEYS do not open what this database holds. Put the keys of this database there.")
    else:
        yield ok(
            "VAULT_KEYS open what the database holds." if rows[0] else "There is no table yet to try VAULT_KEYS on."
        )


def clocks_agree() -> Iterator[Finding]:
    """Deadlines need that machine and database tell the same time."""
    if connection.vendor != "postgresql":
        yield ok("The database tells the time of this machine.")
        return
    before = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        there = cursor.fetchone()[0]
    yield clock_finding(before, there, timezone.now())


def clock_finding(before: datetime, there: datetime, after: datetime) -> Finding:
    """What a clock that was read between two moments says."""
    skew = abs((there.astimezone(UTC) - (before + (after - before) / 2)).total_seconds())
    if skew > WORST_SKEW_SECONDS:
        return fail(f"The clocks of this machine and the database differ by {skew:.1f} s. Have both keep time by NTP.")
    if skew > SOME_SKEW_SECONDS:
        return warn(f"The clocks of this machine and the database differ by {skew:.1f} s. Have both keep time by NTP.")
    return ok("The clocks of this machine and the database agree.")


def redis_answers() -> Iterator[Finding]:
    """Redis answers and forgets nothing by itself."""
    if not settings.REDIS_URL:
        yield ok("Queue, sockets and cache are in memory.")
        return
    try:
        info: Any = queue.client().info()
    except redis.AuthenticationError:
        yield fail("Redis refuses the password. Check REDIS_URL.")
    except (redis.RedisError, OSError) as error:
        yield fail(f"Redis cannot be reached ({type(error).__name__}). Check REDIS_URL, and that it runs.")
    else:
        yield ok(f"Redis {info['redis_version']} answers.")
        if info.get("maxmemory") and info.get("maxmemory_policy") != "noeviction":
            yield warn("Redis drops what it likes when it is full. Set its maxmemory-policy to noeviction.")
