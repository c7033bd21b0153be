"""Statements that a connection has prepared, so that PostgreSQL reads and plans a long text once, not at each run.

psycopg prepares statements too, but sends each by itself. `EXECUTE` is plain SQL, so several still go in one text.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import count, islice
from typing import Any

from psycopg import Connection

from foundation.kept_sql import KeptSql

MOST_PREPARED = 200
"""The most statements of one connection: each holds memory of the server for its text and its plan."""
PLACE = re.compile(r"%([%s])")
NUMBERS = count()
"""Of the names: one that was prepared just before a time limit struck is not asked for again."""


def text_for(connection: "Connection[Any]", sql: KeptSql, values: Sequence[Any]) -> str:
    """Return what runs these statements with these values, having prepared those that this connection does not know.

    Raises the errors of psycopg for a statement that PostgreSQL refuses.
    """
    known: dict[tuple[str, tuple[bool, ...]], str] = connection.__dict__.setdefault("prepared_statements", {})
    rest, texts = iter(values), []
    for statement in sql.statements:
        # A text says nothing of its type, but a number is one of 64 bits: a column of fewer would refuse what is above.
        numbers = tuple([type(value) is int for value in islice(rest, _places(statement))])
        text = known.get((statement, numbers))
        if text is None:
            if len(known) >= MOST_PREPARED:
                return sql
            text = known[statement, numbers] = _prepared(connection, statement, numbers)
        texts.append(text)
    return "; ".join(texts)


@lru_cache(1000)
def _places(statement: str) -> int:
    return PLACE.findall(statement).count("s")


def _prepared(connection: "Connection[Any]", statement: str, numbers: Sequence[bool]) -> str:
    """Prepare a statement, and return what runs it."""
    name = f"kept_{next(NUMBERS)}"
    places = iter(range(1, len(numbers) + 1))
    text = PLACE.sub(lambda found: "%" if found[1] == "%" else f"${next(places)}", statement)
    types = ", ".join(["bigint" if number else "unknown" for number in numbers])
    connection.execute(f"PREPARE {name}{types and f' ({types})'} AS {text}")
    given = ", ".join(["%s"] * len(numbers))
    return f"EXECUTE {name}{given and f'({given})'}"
