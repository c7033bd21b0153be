"""By which indexes PostgreSQL finds what is asked."""

from django.db import connection
from django.test.utils import CaptureQueriesContext


def assert_by(asked: CaptureQueriesContext, *indexes: str | tuple[str, ...]) -> None:
    """Check that PostgreSQL uses these indexes, of several one.

    SQLite has no statistics of tables this small, and takes any.
    """
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        # A table of a few rows is read whole where that is allowed.
        cursor.execute("SET enable_seqscan = off")
        plans = ""
        for query in asked.captured_queries:
            if query["sql"].startswith(("SAVEPOINT", "RELEASE SAVEPOINT")):
                continue
            cursor.execute(f"EXPLAIN {query['sql']}")
            plans += str(cursor.fetchall())
        cursor.execute("RESET enable_seqscan")
    for names in indexes:
        assert any(name in plans for name in ((names,) if isinstance(names, str) else names)), plans
    assert "Seq Scan" not in plans
