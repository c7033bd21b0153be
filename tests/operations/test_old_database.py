"""Data of an older version is refused in one sentence, and left alone."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import UniqueConstraint

from matches.models import Seat
from matches.models.social import Replay
from operations.old_database import refusal
from tests.support.processes import ROOT


@pytest.fixture
def old_var(tmp_path: Path) -> Path:
    """A folder of data whose matches were made by an application called "games"."""
    with sqlite3.connect(tmp_path / "piecepack.sqlite3") as database:
        database.execute("CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app TEXT, name TEXT, applied TEXT)")
        database.execute("INSERT INTO django_migrations VALUES (1, 'games', '0001_initial', '2026-01-01 00:00:00')")
        database.execute("CREATE TABLE games_match (id INTEGER PRIMARY KEY)")
    return tmp_path


def content(var: Path) -> list[str]:
    with sqlite3.connect(var / "piecepack.sqlite3") as database:
        return list(database.iterdump())


def manage(var: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/bin:/bin", "VAR_DIR": str(var)}
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("command", [("play", "--port", "0"), ("migrate",)])
def test_data_of_an_older_version_is_refused_and_kept(old_var: Path, command: tuple[str, ...]) -> None:
    before = content(old_var)
    done = manage(old_var, *command)
    assert done.returncode != 0
    message = f"{old_var} holds data of an older version: move that folder away to keep it, then start again."
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert content(old_var) == before


@pytest.mark.both_databases
@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE matches_replay DROP COLUMN positions",
        "ALTER TABLE matches_replay RENAME TO former",
    ],
)
def test_a_shape_that_no_migration_leads_from_is_refused(change: str) -> None:
    assert refusal() == ""
    with connection.cursor() as cursor:
        cursor.execute(change)
    assert "holds data of an older version" in refusal()


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_column_that_this_code_would_leave_empty_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    fields = [field for field in Replay._meta.local_concrete_fields if field.name != "positions"]
    monkeypatch.setitem(vars(Replay._meta), "local_concrete_fields", fields)
    assert "holds data of an older version" in refusal()


@pytest.mark.both_databases
@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["integer", "integer NOT NULL DEFAULT 1", "varchar(9) NOT NULL DEFAULT ''"])
def test_a_column_that_is_no_longer_used_is_left_alone(kind: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE matches_replay ADD COLUMN former {kind}")
    assert refusal() == ""


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_database_without_a_constraint_of_today_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = UniqueConstraint(fields=["match", "place"], name="rule_of_today")
    monkeypatch.setattr(Seat._meta, "constraints", [*Seat._meta.constraints, rule])
    assert "holds data of an older version" in refusal()


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_shape_that_a_migration_leads_from_is_taken() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE matches_replay DROP COLUMN positions")
        cursor.execute("DELETE FROM django_migrations WHERE app = 'matches'")
    assert refusal() == ""


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_shape_that_a_newer_version_made_is_taken() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE matches_replay ADD COLUMN newer integer")
    MigrationRecorder(connection).record_applied("matches", "0099_newer")
    assert refusal() == ""


@pytest.mark.exhaustive("a new folder; every site that `make test` starts has one")
def test_a_new_folder_is_taken(tmp_path: Path) -> None:
    done = manage(tmp_path, "migrate", "-v", "0")
    assert (done.returncode, done.stderr) == (0, "")
