"""The database for tests is migrated once in a test run: each further process gets a copy, which takes a moment."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.db.backends.sqlite3.creation import DatabaseCreation

from tests.support.made_once import made_once

FILE = "test.sqlite3"
Create = Callable[..., str]


def _copy(source: object, target: object) -> None:
    with closing(sqlite3.connect(str(source))) as one, closing(sqlite3.connect(str(target))) as other:
        one.backup(other)


def from_copy(create: Create) -> Create:
    """Wrap what creates a database for tests: only the first process of a run migrates one from nothing."""

    def created(self: Any, *args: Any, **options: Any) -> str:
        def make(directory: Path) -> None:
            _copy(create(self, *args, **options), directory / FILE)
            made.append(directory)

        made: list[Path] = []
        copy = made_once("migrated", make) / FILE
        if made:
            return str(self.connection.settings_dict["NAME"])

        def filled(*given: Any) -> str:
            name = str(emptied(*given))
            _copy(copy, name)
            return name

        emptied: Create = vars(DatabaseCreation)["_create_test_db"]
        with mock.patch.object(DatabaseCreation, "_create_test_db", filled):
            return create(self, *args, **options)

    return created


@pytest.fixture(scope="session", autouse=True)
def _migrated_once(django_test_environment: None) -> Iterator[None]:
    create = DatabaseCreation.create_test_db
    with mock.patch.object(DatabaseCreation, "create_test_db", from_copy(create)):
        yield
