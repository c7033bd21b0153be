"""The database backend `foundation.postgresql`."""

from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, with another check of pooled connections."""

    @property
    def pool(self) -> "ConnectionPool[Connection[Any]] | None":
        """The pool of this process."""
        pool: ConnectionPool[Connection[Any]] | None = super().pool
        if pool is not None and pool._check is ConnectionPool.check_connection:
            pool._check = check_all_after_one
        return pool


def check_all_after_one(connection: "Connection[Any]") -> None:
    """Check a connection before it is used; if it is broken, check all that wait in its pool. Raises its error.

    After PostgreSQL was restarted all of them are broken. The pool looks at one, waits twice as long as before the
    last, and gives up after some six: a process with more of them would refuse requests for a minute and longer.
    """
    try:
        ConnectionPool.check_connection(connection)
    except Exception:
        # The pool sets this when it takes a connection out.
        if isinstance(connection._pool, ConnectionPool):
            connection._pool.check()
        raise
