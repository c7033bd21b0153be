"""Migrations since the last release leave its code able to work."""

import pytest
from django.db import models
from django.db.migrations import AddField, AlterField, DeleteModel, Migration, RemoveField, RenameField, RenameModel
from django.db.migrations.operations.base import Operation

from tests.support.processes import ROOT
from tests.tooling.expanding import complaints, present, released, tables_of


def test_since_the_last_release_migrations_only_add():
    then, now = released(), present()
    assert then <= set(now), "A migration that was released is missing."
    old = [migration for key, migration in now.items() if key in then]
    new = [migration for key, migration in now.items() if key not in then]
    assert list(complaints(new, known_tables=tables_of(old))) == []


def test_our_migrations_are_looked_at():
    assert {folder.parent.name for folder in ROOT.glob("*/migrations")} <= {app for app, _ in present()}
    assert ("matches", "0001_initial") in present()
    assert "matches.match" in tables_of(present().values())


@pytest.mark.parametrize(
    ("operation", "well"),
    [
        (AddField("match", "mood", models.TextField(null=True)), True),
        (AddField("match", "mood", models.TextField(db_default="calm")), True),
        (AddField("match", "friends", models.ManyToManyField("matches.match")), True),
        (AddField("match", "mood", models.TextField(default="calm")), False),
        (AddField("novelty", "mood", models.TextField(default="calm")), True),
        (AlterField("match", "stage", models.CharField(max_length=10)), False),
        (RemoveField("match", "stage"), False),
        (RenameField("match", "stage", "phase"), False),
        (RenameModel("match", "table"), False),
        (DeleteModel("match"), False),
    ],
    ids=lambda value: value.describe() if isinstance(value, Operation) else "",
)
def test_what_old_code_cannot_work_with_is_found(operation: Operation, well: bool):
    migration = type("Next", (Migration,), {"operations": [operation]})("0099_next", "matches")
    found = list(complaints([migration], known_tables={"matches.match"}))
    assert (found == []) is well
    migration.contracts = "the stage, which nothing reads since 0.2"
    assert list(complaints([migration], known_tables={"matches.match"})) == []
