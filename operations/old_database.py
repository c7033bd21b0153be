"""Rejects databases from before the first release. No migration leads from their tables to today's."""

from typing import Any

from django.apps import apps
from django.conf import settings
from django.core import checks
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

FORMER_APP = "games"
"""The former name of the app for matches."""


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
    meta, introspection = model._meta, connection.introspection
    columns = {column.name: column for column in introspection.get_table_description(cursor, meta.db_table)}
    constraints = introspection.get_constraints(cursor, meta.db_table)
    known = {field.column for field in meta.local_concrete_fields}
    return (
        known <= columns.keys()
        and all(columns[name].null_ok or columns[name].default is not None for name in columns.keys() - known)
        and all(constraint.name in constraints for constraint in meta.constraints)
    )


@checks.register(checks.Tags.database)
def database_has_todays_shape(databases: Any = None, **kwargs: Any) -> list[checks.CheckMessage]:
    """Refuse to migrate a database of an older version."""
    refused = [words for using in databases or () if (words := refusal(using))]
    return [checks.Error(words, id="operations.E001") for words in refused]
