"""How many rows the database brings at a time."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

ALL = 1_000_000
ROWS = re.compile(r"SELECT (?!COUNT)")
LIMIT = re.compile(r"LIMIT (\d+)$")


@contextmanager
def rows_of_statements(table: str) -> Iterator[list[int]]:
    """Note how many rows each query of a table brings, or on SQLite, which does not say, how many it may bring."""
    found: list[int] = []

    def note(execute: Callable[..., Any], sql: str, values: Any, many: bool, context: dict[str, Any]) -> Any:
        reply = execute(sql, values, many, context)
        if ROWS.match(sql) and f' FROM "{table}"' in sql:
            most = LIMIT.search(sql)
            found.append(
                context["cursor"].rowcount if connection.vendor == "postgresql" else int(most[1] if most else ALL)
            )
        return reply

    with connection.execute_wrapper(note):
        yield found
