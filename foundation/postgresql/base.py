"""The database backend `foundation.postgresql`."""

import os
import select
import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Self

from django.db.backends.postgresql import base, operations
from django.db.backends.postgresql.psycopg_any import BaseTzLoader
from psycopg import ClientCursor, Connection
from psycopg.pq import TransactionStatus
from psycopg_pool import ConnectionPool

from foundation.kept_sql import KeptSql
from foundation.postgresql.prepared import text_for

BEGIN = "BEGIN; "
TRUSTED_SECONDS = 5.0
"""How long a connection that has answered is only listened to: a server that ends a connection says so on it."""


class DatabaseOperations(operations.DatabaseOperations):
    """Django's own, which names a statement without what begins its transaction, and not by its prepared name."""

    def last_executed_query(self, cursor: Any, sql: Any, params: Any) -> str:
        """Return the statement with its values, as logs and tests show it."""
        if isinstance(sql, KeptSql):
            return str(self.compose_sql(sql, params))
        return str(super().last_executed_query(cursor, sql, params) or "").removeprefix(BEGIN)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, with fewer round trips, a faster reader of moments and another check of pooled connections."""

    ops_class = DatabaseOperations

    def get_connection_params(self) -> dict[str, Any]:
        """The parameters of a connection: our cursor, our loader of moments while they are read in UTC, no JIT."""
        found: dict[str, Any] = super().get_connection_params()
        if found["cursor_factory"] is base.Cursor:
            # Behind a pooler of transactions the next one may run on another connection of the server.
            keeps = not self.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS")
            found["cursor_factory"] = CursorThatPrepares if keeps else CursorThatBegins
        if self.timezone == UTC:
            found["context"].register_loader("timestamptz", UtcLoader)
        # It is compiled where many rows are expected. Where there are few after all, that takes longer than the query.
        options = f"{found.get('options', os.environ.get('PGOPTIONS', ''))} -c jit=off"
        # Kept SQL finds its rows by keys, so one plan serves all values. Left to itself, the server often plans again.
        found["options"] = f"{options} -c plan_cache_mode=force_generic_plan".strip()
        return found

    @property
    def pool(self) -> "ConnectionPool[Connection[Any]] | None":
        """The pool of this process."""
        pool: ConnectionPool[Connection[Any]] | None = super().pool
        if pool is not None and pool._check is ConnectionPool.check_connection:
            pool._check = check_all_after_one
        return pool


class CursorThatBegins(base.Cursor, ClientCursor[Any]):
    """Begins a transaction with its first statement, in one round trip: psycopg sends the two one after the other."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> Self:
        """Run a statement. Named cursors and `executemany` leave it to psycopg to begin."""
        held = self.connection
        begins = not held.autocommit and held.pgconn.transaction_status == TransactionStatus.IDLE
        if not begins or not isinstance(query, str):
            super().execute(query, params, **options)
            return self
        held._autocommit = True  # or else psycopg would begin by itself
        try:
            super().execute(f"{BEGIN}{query}", params, **options)
        finally:
            held._autocommit = False
        self.nextset()
        return self


class CursorThatPrepares(CursorThatBegins):
    """Runs kept SQL by statements that its connection has prepared."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> Self:
        """Run a statement, or several of kept SQL."""
        if isinstance(query, KeptSql):
            query = text_for(self.connection, query, params)
        return super().execute(query, params, **options)


class UtcLoader(BaseTzLoader):  # type: ignore[misc]
    """Reads moments as Django's loader does, in a fraction of the time: an answer reads dozens of them."""

    timezone = UTC

    def load(self, data: Any) -> datetime:
        """Return a moment. What is not plain ISO 8601 in UTC, such as infinity, Django's loader reads or refuses."""
        with suppress(ValueError):
            found = datetime.fromisoformat(bytes(data).decode())
            if found.tzinfo is UTC:
                return found
        other: datetime = super().load(data)
        return other


def check_all_after_one(connection: "Connection[Any]") -> None:
    """Check a connection before it is used; if it is broken, check all that wait in its pool. Raises its error.

    After PostgreSQL was restarted all of them are broken. The pool looks at one, waits twice as long as before the
    last, and gives up after some six: a process with more of them would refuse requests for a minute and longer.
    """
    if _is_quiet(connection) and time.monotonic() - getattr(connection, "answered_at", -TRUSTED_SECONDS) < (
        TRUSTED_SECONDS
    ):
        return
    try:
        ConnectionPool.check_connection(connection)
    except Exception:
        # The pool sets this when it takes a connection out.
        pool = getattr(connection, "_pool", None)
        if isinstance(pool, ConnectionPool):
            pool.check()
        raise
    connection.answered_at = time.monotonic()  # type: ignore[attr-defined]


def _is_quiet(connection: "Connection[Any]") -> bool:
    """True if nothing waits to be read on an unused connection: neither its end nor a last word of the server."""
    if connection.closed:
        return False
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    return not waiting.poll(0)
