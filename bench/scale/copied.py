"""Copy the small site many times inside the database, so that the copies are as real as what was played.

A copy has the rows of the small site with other numbers: copy `k` of row 7 has the number 7 + k × the rows of that
table, and so has whatever points to it. What is there once, such as a ladder and the pools of ratings, is shared.
Sealed values do not name their match, so those of a copy open as those of the original do. `INSERT … SELECT` is the
database's own way to do what COPY does through a client, and nothing passes through Python.
"""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.db import connection, models

from foundation.hashes import HashField
from matches.play.answer_hours import KEPT as HOURS_KEPT
from notifications.policy import KEPT as NOTICES_KEPT

ONCE = {
    *("api.keptreply", "foundation.dailywork", "foundation.signingkey", "ladders.ladder", "ladders.division"),
    *("ladders.season", "ladders.seasonplace", "ladders.pool", "matches.verification", "moderation.audithead"),
    *("moderation.savedanswer", "notifications.keptmail", "rights.dump"),
}
"""What a site has once, or a few of, however large it is."""
OF_OTHERS = ("account.EmailAddress",)
ON_THE_LADDER = 5000
"""The most people on one ladder."""
PEOPLE, RATINGS = "accounts_user", "ladders_rating"
ON_LADDER = ("ladders_rung", "ladders_rungchange")
YEARS = 2
"""The time over which the matches that have ended are spread."""
DAY, KEPT_DAYS = 86_400, {"notifications_notice": NOTICES_KEPT.days, "matches_answerhour": HOURS_KEPT.days}
"""Of matches that ended longer ago, these rows have been removed: see `rights/retention.py`."""
TOPICS = re.compile(r'topic"$')
APART = {("accounts_trace", "hash"), ("ladders_challenge", "table_key")}
"""Columns that would join the copies, though nothing keeps them unique."""
SUFFIX = 10
"""The letters of a copied name that give way to the number of its copy."""


class Layout(NamedTuple):
    """How far apart the numbers of copies are, and which rows to copy."""

    strides: Mapping[str, int]
    after: Mapping[str, int]
    """Rows up to these numbers are left out."""
    upto: Mapping[str, int]
    older: float = 0.0
    """By how many seconds each copy is older than the one before it."""
    people: int = 0
    """The copies of the people, who take turns at these matches; 0 if each copy has its own."""


@cache
def copied_models() -> Sequence[type[models.Model]]:
    """Return the models whose rows are copied."""
    ours = [m for m in apps.get_models() if (settings.BASE_DIR / m.__module__.partition(".")[0]).is_dir()]
    found = [*ours, *map(apps.get_model, OF_OTHERS)]
    return [model for model in found if model._meta.label_lower not in ONCE]


def copy_rows(layout: Layout, copies: range) -> None:
    """Add these copies. Foreign keys are not checked, as they are right by the way they are made."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica; SET synchronous_commit = off")
        for model in copied_models():
            cursor.execute(*statement_for(model, layout, copies))
        cursor.execute("RESET session_replication_role; RESET synchronous_commit")


def statement_for(model: type[models.Model], layout: Layout, copies: range) -> tuple[str, list[int]]:
    """Return the statement that copies the rows of a table, and its arguments."""
    table = model._meta.db_table
    fields = [field for field in model._meta.local_concrete_fields if not field.generated]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(_value(field, layout) for field in fields)
    key = key_of(model).column
    last = min(copies[-1], _last_copy(table, layout))
    return (
        f'INSERT INTO "{table}" ({columns}) SELECT {values} FROM "{table}", generate_series(%s, %s) AS k'  # noqa: S608
        f' WHERE "{key}" > %s AND "{key}" <= %s ORDER BY k, "{key}"',
        [copies[0], last, layout.after[table], layout.upto[table]],
    )


def key_of(model: type[models.Model]) -> "models.Field[Any, Any]":
    """Return the column that identifies the rows of a table: of several, the first."""
    first, *_ = model._meta.pk_fields
    return first


def _last_copy(table: str, layout: Layout) -> int:
    """Return the number of the last copy that has rows in this table."""
    if table in ON_LADDER:
        return ON_THE_LADDER // max(1, layout.upto["ladders_rung"]) - 1
    if table == RATINGS and layout.people:
        return layout.people
    if table in KEPT_DAYS and layout.older:
        return int(KEPT_DAYS[table] * DAY / layout.older)
    return sys.maxsize


def _value(field: "models.Field[Any, Any]", layout: Layout) -> str:
    """Return the SQL of a column of copy `k`."""
    strides = layout.strides
    column, table = f'"{field.column}"', field.model._meta.db_table
    if field.remote_field:
        pointed = field.remote_field.model._meta.db_table
        copy = f"mod(k, {layout.people + 1})" if layout.people and pointed == PEOPLE else "k"
        return f"{column} + {copy} * {strides[pointed]}" if pointed in strides else column
    if field.primary_key:
        return f"{column} + k * {strides[table]}"
    if isinstance(field, models.DateField) and layout.older:
        shifted = f"{column} - k * interval '{layout.older} seconds'"
        return shifted if isinstance(field, models.DateTimeField) else f"({shifted})::date"
    if TOPICS.search(column):
        number = f"substring({column} FROM 7)::bigint + k * {strides['matches_match']}"
        return f"CASE WHEN {column} ~ '^match:[0-9]+$' THEN 'match:' || ({number}) ELSE {column} END"
    if not (field.unique or field.column in _kept_apart(field.model) or (table, field.column) in APART):
        return column
    if isinstance(field, models.IntegerField):
        return f"{column} + k * {strides[table]}"
    if isinstance(field, HashField):
        return f"sha256(convert_to({column}::text || k, 'UTF8'))"
    return _text_of_copy(column, field)


def _text_of_copy(column: str, field: "models.Field[Any, Any]") -> str:
    room = field.max_length or 200
    if room == 64:
        return f"md5({column} || k) || md5(k || {column})"
    if isinstance(field, models.EmailField):
        return f"k || '.' || {column}"
    return f"CASE WHEN {column} = '' THEN '' ELSE left({column}, {room - SUFFIX}) || '.' || k END"


@cache
def _kept_apart(model: type[models.Model]) -> frozenset[str]:
    """Return the columns that keep rows unique, where no number of a copied row does."""
    return frozenset(column for columns in _unique_columns(model) for column in columns)


def _unique_columns(model: type[models.Model]) -> Iterator[Sequence[str]]:
    copied = {other._meta.db_table for other in copied_models()}
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.UniqueConstraint) and constraint.fields:
            fields: list[Any] = [model._meta.get_field(name) for name in constraint.fields]
            pointed = {field.remote_field.model._meta.db_table for field in fields if field.remote_field}
            if not pointed & copied and not any(field.primary_key for field in fields):
                yield [field.column for field in fields if not field.remote_field]


def set_sequences() -> None:
    """Let new rows come after all copies."""
    with connection.cursor() as cursor:
        for model in copied_models():
            if isinstance(model._meta.pk, models.AutoField | models.BigAutoField):
                table, key = model._meta.db_table, model._meta.pk.column
                cursor.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table}', '{key}'), max({key})) FROM {table}"  # noqa: S608
                )


def table_bytes() -> Mapping[str, int]:
    """Return the size of each table on disk, with its indexes."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, pg_total_relation_size(oid) FROM pg_class"
            " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        return dict(cursor.fetchall())
