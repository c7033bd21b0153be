"""After a test that commits, the database is emptied, but for what Django would fill in again: that took most of it."""

from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from django.core.management.commands import flush
from django.core.management.sql import emit_post_migrate_signal
from django.db.models import Model

Rows = list[tuple[Any, ...]]
_filled_in: dict[str, list[Rows]] = {}
"""The rows that were filled in when a database was last emptied of everything, by its name."""


def kept() -> list[type[Model]]:
    """The tables whose rows are made by the code alone; others point to them, and they only to each other."""
    from django.contrib.auth.models import Group, Permission
    from django.contrib.contenttypes.models import ContentType

    return [ContentType, Permission, Group, Group.permissions.through]


def is_as_filled_in(alias: str) -> bool:
    """True if no test has changed the kept rows."""
    return _filled_in.get(alias) == _rows(alias)


def _rows(alias: str) -> list[Rows]:
    return [list(model._default_manager.using(alias).order_by("pk").values_list()) for model in kept()]


def _statements(style: Any, connection: Any, **options: bool) -> list[str]:
    left = {model._meta.db_table for model in kept()} if is_as_filled_in(connection.alias) else set()
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    found: list[str] = connection.ops.sql_flush(style, [name for name in tables if name not in left], **options)
    return found


def _fill_in(verbosity: int, interactive: bool, alias: str) -> None:
    if not is_as_filled_in(alias):
        emit_post_migrate_signal(verbosity, interactive, alias)
        _filled_in[alias] = _rows(alias)


@pytest.fixture(scope="session", autouse=True)
def _emptied_faster() -> Iterator[None]:
    with (
        mock.patch.object(flush, "sql_flush", _statements),
        mock.patch.object(flush, "emit_post_migrate_signal", _fill_in),
    ):
        yield
