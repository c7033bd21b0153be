"""Rejects databases from before the first release. No migration leads from their tables to today's."""

import re
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.core import checks
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

FORMER_APP = "games"
"""The former name of the app for matches."""
NAMED_CONSTRAINT = re.compile(r'CONSTRAINT "([^"]+)"')


def refusal(using: str = DEFAULT_DB_ALIAS) -> str:
    """Say what to do with a database of an older version. Empty for any other."""
    if not _is_old(connections[using]):
        return ""
    if settings.EMBEDDED:
        return f"{settings.VAR_DIR} holds data of an older version: move that folder away to keep it, then start again."
    return "This database holds data of an older version: keep it, and give the site a new, empty database."


def _is_old(connection: BaseDatabaseWrapper) -> bool:
    loader = MigrationLoader(connection)
    applied = set(loader.applied_migrations)
    waiting = {app for app, _ in loader.disk_migrations.keys() - applied}
    if any(app == FORMER_APP for app, _ in applied):
        return True
    newer = {app for app, _ in applied - loader.disk_migrations.keys()}
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        return not all(
            model._meta.db_table in tables and _has_shape(connection, cursor, model)
            for app in loader.migrated_apps - waiting - newer
            for model in apps.get_app_config(app).get_models(include_auto_created=True)
        )


def _has_shape(connection: BaseDatabaseWrapper, cursor: Any, model: type[Model]) -> bool:
    """True if the table of a model has its columns and its named constraints, and can be written by this code.

    A column that this code does not know may be empty or have a default: a release that no longer uses a column leaves
    it like that for the release before it.
    """
    meta = model._meta
    columns, constraints = (_on_sqlite if connection.vendor == "sqlite" else _found)(connection, cursor, meta.db_table)
    known = {field.column for field in meta.local_concrete_fields}
    return (
        known <= columns.keys()
        and all(columns[name] for name in columns.keys() - known)
        and all(constraint.name in constraints for constraint in meta.constraints)
    )


class TableLayout(NamedTuple):
    """What a table has."""

    columns: Mapping[str, bool]
    """True for a column without which a row can be written."""
    constraints: Collection[str]


def _found(connection: BaseDatabaseWrapper, cursor: Any, table: str) -> TableLayout:
    columns = connection.introspection.get_table_description(cursor, table)
    free = {column.name: bool(column.null_ok or column.default is not None) for column in columns}
    return TableLayout(free, connection.introspection.get_constraints(cursor, table))


def _on_sqlite(connection: BaseDatabaseWrapper, cursor: Any, table: str) -> TableLayout:
    """The same without Django's parser of SQL, which takes a second for all tables, at each start of a site."""
    cursor.execute('SELECT name, "notnull", dflt_value FROM pragma_table_xinfo(%s)', [table])
    free = {name: not is_needed or default is not None for name, is_needed, default in cursor.fetchall()}
    cursor.execute("SELECT name, sql FROM sqlite_master WHERE tbl_name = %s", [table])
    parts = cursor.fetchall()
    named = {name for _, sql in parts for name in NAMED_CONSTRAINT.findall(sql or "")}
    return TableLayout(free, named | {name for name, _ in parts})


@checks.register(checks.Tags.database)
def database_has_todays_shape(databases: Any = None, **kwargs: Any) -> list[checks.CheckMessage]:
    """Refuse to migrate a database of an older version."""
    refused = [words for using in databases or () if (words := refusal(using))]
    return [checks.Error(words, id="operations.E001") for words in refused]
