"""Writing many rows of one table in one plain statement.

Django writes such statements from objects, value by value and again for each call, and sends each column to PostgreSQL
as an array. That takes several times as long as `VALUES`, which is all that the hot paths need.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from django.db import connection
from django.db.models import AutoField, Model

Columns = tuple[Any, ...]

MOST_ROWS = 100
"""The most rows of one statement: PostgreSQL takes 65,535 values, and longer texts are not faster."""
KEPT_TEXTS = 1000


def save_rows(rows: Iterable[Model], fields: Sequence[str]) -> None:
    """Write these fields of rows that exist, up to a hundred in a statement, as `bulk_update` does."""
    found = list(rows)
    if found:
        meta = found[0]._meta
        columns = (meta.pk, *(meta.get_field(name) for name in fields))
        for some in _shares(found):
            _run(_update(type(some[0]), columns, len(some), connection.vendor), some, columns)


def insert_rows(rows: Iterable[Model], *, same: Sequence[str] = (), update: Sequence[str] = ()) -> None:
    """Insert rows, up to a hundred in a statement, as `bulk_create` does that ignores or updates those that are there.

    Rows that are the same in `same` have the fields `update` written; others that clash stay as they are.
    """
    found = list(rows)
    if found:
        columns = tuple(field for field in found[0]._meta.concrete_fields if not isinstance(field, AutoField))
        for some in _shares(found):
            _run(_insert(type(some[0]), columns, len(some), tuple(same), tuple(update)), some, columns)


def _shares(rows: Sequence[Model]) -> list[Sequence[Model]]:
    return [rows[first : first + MOST_ROWS] for first in range(0, len(rows), MOST_ROWS)]


def _run(sql: str, rows: Sequence[Model], columns: Columns) -> None:
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for row in rows for field in columns]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


@lru_cache(KEPT_TEXTS)
def _update(model: type[Model], columns: Columns, count: int, vendor: str) -> str:
    """Both databases name the columns of `VALUES` alike. PostgreSQL must know their types, as all may be null."""
    plain = ["%s"] * len(columns)
    key, *others = columns
    kinds = [key.rel_db_type(connection), *(field.db_type(connection) for field in others)]
    typed = [f"%s::{kind}" for kind in kinds]
    rows = [typed if vendor == "postgresql" else plain, *[plain] * (count - 1)]
    given = ", ".join(f"({', '.join(row)})" for row in rows)
    changes = ", ".join(f"{_column(field)} = v.column{number}" for number, field in enumerate(columns[1:], 2))
    table = _quoted(model._meta.db_table)
    # Only names of the models' tables and columns are in the text; every value is a parameter.
    found = f"FROM (VALUES {given}) AS v WHERE {table}.{_column(columns[0])} = v.column1"
    return f"UPDATE {table} SET {changes} {found}"  # noqa: S608


@lru_cache(KEPT_TEXTS)
def _insert(model: type[Model], columns: Columns, count: int, same: tuple[str, ...], update: tuple[str, ...]) -> str:
    names = ", ".join(_column(field) for field in columns)
    rows = ", ".join([f"({', '.join(['%s'] * len(columns))})"] * count)
    clash = "DO NOTHING"
    if update:
        key = ", ".join(_column(model._meta.get_field(name)) for name in same)
        written = [_column(model._meta.get_field(name)) for name in update]
        clash = f"({key}) DO UPDATE SET {', '.join(f'{name} = EXCLUDED.{name}' for name in written)}"
    return f"INSERT INTO {_quoted(model._meta.db_table)} ({names}) VALUES {rows} ON CONFLICT {clash}"  # noqa: S608


def _column(field: Any) -> str:
    return _quoted(field.column)


def _quoted(name: str) -> str:
    return str(connection.ops.quote_name(name))
