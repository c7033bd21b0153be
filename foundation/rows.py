"""Writing many rows of one table with one plain SQL text, a write, and several such writes in one round trip.

PostgreSQL gets the rows as one text of JSON, so the SQL is the same for any number of rows, and is prepared. Django
makes the SQL of each write again from objects and sends each column as an array; `VALUES` has a place for each value,
which psycopg looks for one by one. Both take several times as long.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import NoneType
from typing import Any, NamedTuple

import msgspec
from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.models import AutoField, Model

from foundation.kept_sql import KeptSql

Columns = tuple[Any, ...]

MOST_ROWS = 100
"""The most rows of one write: longer texts are not faster."""
KEPT_TEXTS = 1000

Part = tuple[str, list[Any]]
"""A part of some SQL, and its values."""


class Write(NamedTuple):
    """SQL that writes, with its values."""

    sql: str
    values: Sequence[Any]


def run_together(writes: Sequence[Write]) -> None:
    """Run several writes at once. None may read or write what another one writes.

    PostgreSQL gets them as one, all but the last in a `WITH`, which saves a round trip for each. SQLite writes in a
    `WITH` nowhere, and has no round trips.
    """
    if not writes:
        return
    if connection.vendor == "postgresql" and len(writes) > 1:
        *first, last = writes
        parts = ", ".join(f"w{number} AS ({one.sql})" for number, one in enumerate(first))
        writes = [Write(f"WITH {parts} {last.sql}", [v for one in writes for v in one.values])]
    for one in writes:
        run(one)


def run(write: Write) -> int:
    """Run one write, and return the number of rows that it changed."""
    with connection.cursor() as cursor:
        cursor.execute(KeptSql(write.sql), write.values)
        return int(cursor.rowcount)


def is_among(column: str, values: Iterable[Any]) -> Part:
    """Return a test that a column holds one of some values. The SQL for PostgreSQL is the same for any number."""
    given = list(values)
    if connection.vendor == "postgresql":
        return f"{column} = ANY(%s)", [given]
    return f"{column} IN ({', '.join(['%s'] * len(given)) or 'NULL'})", given


def given_pairs(types: tuple[str, str], values: Iterable[tuple[Any, Any]]) -> Part:
    """Return a query for some pairs, at least one, as `column1` and `column2`. PostgreSQL needs their types."""
    given = list(values)
    if connection.vendor == "postgresql":
        lists = ", ".join(f"%s::{kind}[]" for kind in types)
        return f"SELECT * FROM unnest({lists}) AS given(column1, column2)", list(map(list, zip(*given, strict=True)))  # noqa: S608
    return f"VALUES {', '.join(['(%s, %s)'] * len(given))}", [value for pair in given for value in pair]


def save_rows(rows: Iterable[Model], fields: Sequence[str], *, within: Sequence[str] = ()) -> None:
    """Write these fields of rows that exist, up to a hundred in a write, as `bulk_update` does.

    The SQL names each row by its key and by the fields `within`, which never change.
    """
    for one in changes(list(rows), fields, within=within):
        run(one)


def changes(rows: Sequence[Model], fields: Sequence[str], *, within: Sequence[str] = ()) -> list[Write]:
    """Return what `save_rows` runs."""
    if not rows:
        return []
    meta = rows[0]._meta
    named = (meta.pk, *(meta.get_field(name) for name in within))
    written = tuple(meta.get_field(name) for name in fields)
    return [
        _write_of(_update(type(some[0]), named, written, _places(some)), some, (*named, *written))
        for some in _shares(rows)
    ]


def insert_rows(rows: Iterable[Model], *, same: Sequence[str] = (), update: Sequence[str] = ()) -> None:
    """Insert rows, up to a hundred in a write, as `bulk_create` does that ignores or updates those that are there.

    Rows that are the same in `same` have the fields `update` written; others that clash stay as they are.
    """
    for some in _shares(list(rows)):
        run(insertion(some, same=same, update=update))


def insertion(
    rows: Sequence[Model], *, same: Sequence[str] = (), update: Sequence[str] = (), add: Sequence[str] = ()
) -> Write:
    """Return what `insert_rows` runs for up to a hundred rows, at least one. `add`: numbers to be added up instead."""
    columns = _columns_inserted(rows)
    clash = _clash(type(rows[0]), tuple(same), tuple(update), tuple(add))
    return _write_of(f"{_insert(type(rows[0]), columns, _places(rows))} ON CONFLICT {clash}", rows, columns)


def strict_insertion(rows: Sequence[Model]) -> Write:
    """Return what inserts up to a hundred rows, at least one, and fails if any clashes with one that is there."""
    columns = _columns_inserted(rows)
    return _write_of(_insert(type(rows[0]), columns, _places(rows)), rows, columns)


def _columns_inserted(rows: Sequence[Model]) -> Columns:
    return tuple(field for field in rows[0]._meta.concrete_fields if not isinstance(field, AutoField))


def _places(rows: Sequence[Model]) -> int:
    """Return for how many rows the SQL has places; in JSON it has one place for all."""
    return 1 if connection.vendor == "postgresql" else len(rows)


def _shares(rows: Sequence[Model]) -> list[Sequence[Model]]:
    return [rows[first : first + MOST_ROWS] for first in range(0, len(rows), MOST_ROWS)]


def _write_of(sql: str, rows: Sequence[Model], columns: Columns) -> Write:
    # `connection` would look for the connection of this thread at each value.
    known = connections[DEFAULT_DB_ALIAS]
    if known.vendor == "postgresql":
        return Write(sql, [_as_json(rows, columns)])
    return Write(sql, [field.get_db_prep_save(getattr(row, field.attname), known) for row in rows for field in columns])


def _as_json(rows: Sequence[Model], columns: Columns) -> str:
    """Return rows as PostgreSQL reads them from JSON, where bytes are a text in hexadecimal."""
    names = [field.column for field in columns]
    values = [_values_of(field, rows) for field in columns]
    return _encode([dict(zip(names, row, strict=True)) for row in zip(*values, strict=True)]).decode()


AS_IT_IS: Mapping[type, type] = {
    models.BooleanField: bool,
    models.CharField: str,
    models.DateTimeField: NoneType,
    models.ForeignKey: int,
    models.IntegerField: int,
    models.PositiveIntegerField: int,
    models.PositiveSmallIntegerField: int,
    models.TextField: str,
}
"""The type whose values a field of Django's own writes as they are: to ask it takes longer than all else here."""


def _values_of(field: Any, rows: Sequence[Model]) -> list[Any]:
    plain, prepare = AS_IT_IS.get(type(field)), field.get_prep_value
    values = [getattr(row, field.attname) for row in rows]
    if plain is not None:
        return [value if value is None or type(value) is plain else prepare(value) for value in values]
    values = [prepare(value) for value in values]
    if field.get_internal_type() == "BinaryField":
        return [value if value is None else f"\\x{bytes(value).hex()}" for value in values]
    return values


def _plain(value: Any) -> Any:
    """Return the text or number that a value of a subclass is, such as a text that Django has marked as safe."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int | float):
        return int(value) if isinstance(value, int) else float(value)
    raise TypeError(f"{type(value).__name__} has no place in a row.")


_encode = msgspec.json.Encoder(enc_hook=_plain).encode


@lru_cache(KEPT_TEXTS)
def _update(model: type[Model], named: Columns, written: Columns, count: int) -> str:
    table, names = _quoted(model._meta.db_table), [_column(field) for field in (*named, *written)]
    changes = ", ".join(f"{name} = v.{name}" for name in names[len(named) :])
    same = " AND ".join(f"{table}.{name} = v.{name}" for name in names[: len(named)])
    # Only names of the models' tables and columns are in the text; every value is a parameter.
    return f"UPDATE {table} SET {changes} FROM ({_given((*named, *written), count)}) AS v WHERE {same}"  # noqa: S608


@lru_cache(KEPT_TEXTS)
def _insert(model: type[Model], columns: Columns, count: int) -> str:
    names = ", ".join(_column(field) for field in columns)
    return f"INSERT INTO {_quoted(model._meta.db_table)} ({names}) {_given(columns, count)}"


def _given(columns: Columns, count: int) -> str:
    """Return the query for the rows that are given; their number matters to SQLite alone."""
    if connection.vendor == "postgresql":
        # JSON holds no types. The key of a row that is there is a number, not a new one of a sequence.
        typed = ", ".join(f"{_column(field)} {field.rel_db_type(connection)}" for field in columns)
        return f"SELECT * FROM json_to_recordset(%s::json) AS given({typed})"  # noqa: S608
    named = ", ".join(f"column{number} AS {_column(field)}" for number, field in enumerate(columns, 1))
    rows = ", ".join([f"({', '.join(['%s'] * len(columns))})"] * count)
    # Without a condition, SQLite would take the `ON` of a clash for that of a join.
    return f"SELECT {named} FROM (VALUES {rows}) WHERE true"  # noqa: S608


@lru_cache(KEPT_TEXTS)
def _clash(model: type[Model], same: tuple[str, ...], update: tuple[str, ...], add: tuple[str, ...]) -> str:
    if not update and not add:
        return "DO NOTHING"
    key, replaced, added = ([_column(model._meta.get_field(name)) for name in names] for names in (same, update, add))
    changes = [f"{name} = EXCLUDED.{name}" for name in replaced]
    changes += [f"{name} = {_quoted(model._meta.db_table)}.{name} + EXCLUDED.{name}" for name in added]
    return f"({', '.join(key)}) DO UPDATE SET {', '.join(changes)}"


def _column(field: Any) -> str:
    return _quoted(field.column)


def _quoted(name: str) -> str:
    return str(connection.ops.quote_name(name))
