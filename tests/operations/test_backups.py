"""Backups: made while play goes on, whole or not at all, restored only where they fit."""

import errno
import json
import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from cryptography.fernet import Fernet
from django.core.management import CommandError, call_command

from operations import backups, databases
from operations.backups import BackupFailed, delete_old_backups, fingerprints, make_backup, newest
from tests.matches.tables import table_of
from tests.site.test_server_mode import MAKE_PEOPLE, OPTIONS
from tests.support.players import Player
from tests.support.processes import ROOT
from tests.support.server_env import NOWHERE_REDIS, server_environment
from tests.support.site import EmbeddedSite, ServerSite, embedded

NIGHT = datetime(2026, 5, 4, 3, 0, tzinfo=UTC)


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A backup of a database with one table."""
    table_of("ana", "ben", "cleo")
    return tmp_path / make_backup(directory=tmp_path, now=NIGHT).file


@pytest.mark.django_db(transaction=True)
def test_a_backup_is_private_and_says_what_it_is(made: Path, settings: Any):
    note = backups.read(made.with_suffix(".json"))
    assert made.name == "piecepack-20260504T030000Z.sqlite3"
    assert [path.stat().st_mode & 0o777 for path in made.parent.iterdir()] == [0o600, 0o600]
    assert (note.kind, note.bytes, note.made_at) == ("SQLite", made.stat().st_size, NIGHT)
    assert note.keys == fingerprints()
    assert settings.VAULT_KEYS[0] not in made.with_suffix(".json").read_text()


@pytest.mark.parametrize("keep", ["-1", "all"])
def test_a_number_that_would_delete_the_new_backup_is_refused(tmp_path: Path, keep: str):
    with pytest.raises(CommandError, match="give a whole number from 0 up"):
        call_command("backup", str(tmp_path), f"--keep={keep}")
    assert not list(tmp_path.iterdir())


@pytest.mark.django_db(transaction=True)
def test_a_backup_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def broken(*args: object) -> None:
        raise databases.Failed("The disk is full.")

    monkeypatch.setattr(databases.Sqlite, "examine", broken)
    with pytest.raises(CommandError, match=r"No backup was made\. The disk is full"):
        call_command("backup", str(tmp_path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.django_db(transaction=True)
def test_a_disk_that_is_full_before_the_note_is_written_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def full(path: Path, words: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(CommandError, match=r"No backup was made\..*No space left"):
        call_command("backup", str(tmp_path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("words", ["", "[]", '{"keys": []}', '{"file": "x", "made": ', "\N{SNOWMAN}"])
def test_a_broken_note_keeps_no_backup_from_being_made(
    made: Path, words: str, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
):
    broken = made.with_name("piecepack-20260503T030000Z.json")
    broken.write_text(words)
    call_command("backup", str(made.parent), keep=1)
    assert f"removed {made.name}" in capsys.readouterr().out
    assert f"The note {broken} is broken. Skipped: remove it" in caplog.text
    last = newest(made.parent)
    assert last is not None and last.file != made.name


def test_a_backup_needs_a_directory(settings: Any):
    settings.BACKUP_DIR = ""
    with pytest.raises(CommandError, match="set BACKUP_DIR"):
        call_command("backup")


@pytest.mark.django_db(transaction=True)
def test_the_newest_are_kept(tmp_path: Path):
    for day in range(4):
        make_backup(directory=tmp_path, now=NIGHT + timedelta(days=day))
    assert delete_old_backups(directory=tmp_path, keep=0) == []
    assert delete_old_backups(directory=tmp_path, keep=3) == ["piecepack-20260504T030000Z.sqlite3"]
    assert len(list(tmp_path.iterdir())) == 6
    last = newest(tmp_path)
    assert last is not None and last.made_at == NIGHT + timedelta(days=3)


@pytest.mark.django_db(transaction=True)
class TestRefusals:
    """Nothing is changed by a restore that is refused."""

    @pytest.fixture(autouse=True)
    def _unchanged(self, made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def never(*args: object) -> None:
            pytest.fail("The database was touched.")

        monkeypatch.setattr(databases.Sqlite, "load", never)
        self.made = made

    def refused(self, words: str, *, replace: bool = True) -> None:
        with pytest.raises(BackupFailed, match=words):
            backups.backup_restore(file=self.made, replace=replace)

    def test_a_database_in_use(self):
        self.refused("Add --replace", replace=False)

    def test_a_file_that_is_not_there(self):
        self.made.unlink()
        self.refused("There is no file")

    def test_a_file_without_its_note(self):
        self.made.with_suffix(".json").unlink()
        self.refused("Its note .* is missing")

    def test_a_file_whose_note_is_broken(self):
        self.made.with_suffix(".json").write_text("")
        self.refused("The note .* is broken")

    @pytest.mark.parametrize("harm", ["cut", "changed"])
    def test_a_file_that_was_cut_or_changed(self, harm: str):
        whole = self.made.read_bytes()
        self.made.write_bytes(whole[:-1] if harm == "cut" else bytes([whole[0] ^ 1]) + whole[1:])
        self.refused("checksum does not match")

    def test_a_file_that_is_broken_and_says_otherwise(self):
        self.made.write_bytes(b"no database at all" * 100)
        self.note(sha256=backups.digest(self.made))
        self.refused("is not a complete database")

    def test_keys_that_do_not_fit(self, settings: Any):
        settings.VAULT_KEYS = [Fernet.generate_key().decode()]
        self.refused("VAULT_KEYS lacks 1 of the keys")

    def test_a_backup_of_another_kind(self):
        self.note(kind="PostgreSQL")
        self.refused("a backup of PostgreSQL, and the site is set to use SQLite")

    def note(self, **changes: str) -> None:
        path = self.made.with_suffix(".json")
        path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def test_postgresqls_programs_are_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(databases.Failed, match=r"pg_dump is not installed\. Install PostgreSQL's client"):
        databases.Postgres().dump(tmp_path / "x.dump")


def test_postgresqls_programs_are_given_all_that_the_address_says(tmp_path: Path):
    address = "postgres://ana:p%40ss@db.example.org:5433/games?sslmode=verify-full&sslrootcert=/etc/ca.pem"
    (tmp_path / "pg_dump").write_text("#!/bin/sh\nenv | grep ^PG >&2\nexit 1\n")
    (tmp_path / "pg_dump").chmod(0o755)
    env = server_environment(address, NOWHERE_REDIS) | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    command = [sys.executable, "manage.py", "backup", str(tmp_path)]
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    given = {"HOST=db.example.org", "PORT=5433", "USER=ana", "PASSWORD=p@ss", "DATABASE=games"}
    given |= {"SSLMODE=verify-full", "SSLROOTCERT=/etc/ca.pem"}
    assert {f"PG{word}" for word in given} <= set(done.stderr.split()), done.stderr


def play_a_little(site: EmbeddedSite | ServerSite, person: Player) -> str:
    person.log_in()
    path = person.open_table("bid", seat_1="bot:steady", seat_2="bot:random", **OPTIONS)
    assert person.answer(path)
    return path


def shows(person: Player, path: str) -> int:
    return person.client.get(path).status_code


def test_an_embedded_site_comes_back_from_its_backup(tmp_path: Path):
    with embedded(BACKUP_DIR=str(tmp_path)) as site, Player(site.url, "ana") as ana:
        path = play_a_little(site, ana)
        site.manage("backup")
        (backup,) = tmp_path.glob("*.sqlite3")
        with pytest.raises(AssertionError, match="The site is running"):
            site.manage("restore", str(backup), "--replace")
        site.stop()
        (site.var_dir / "piecepack.sqlite3").unlink()
        for rest in site.var_dir.glob("piecepack.sqlite3-*"):
            rest.unlink()
        assert "All matches hold" in site.manage("restore", str(backup))
        site.start()
        assert shows(ana, path) == 200


@pytest.mark.exhaustive("a backup of PostgreSQL too; `make test` restores an embedded site")
def test_a_server_comes_back_from_its_backup(server_site: ServerSite, tmp_path: Path):
    server_site.manage("shell", "-v0", "-c", MAKE_PEOPLE)
    with Player(server_site.url, "ana") as ana:
        path = play_a_little(server_site, ana)
        server_site.manage("backup", str(tmp_path))
        lost = play_a_little(server_site, ana)
        (backup,) = tmp_path.glob("*.dump")
        with pytest.raises(AssertionError, match="The site is running"):
            server_site.manage("restore", str(backup), "--replace")
        server_site.stop()
        with pytest.raises(AssertionError, match="The database is not empty"):
            server_site.manage("restore", str(backup))
        with psycopg.connect(server_site.database_url), pytest.raises(AssertionError, match="in use, by 1 more: stop"):
            server_site.manage("restore", str(backup), "--replace")
        assert "All matches hold" in server_site.manage("restore", str(backup), "--replace")
        server_site.start()
        assert (shows(ana, path), shows(ana, lost)) == (200, 404)


@pytest.mark.exhaustive("a restore that breaks off half-way")
def test_a_restore_that_breaks_off_changes_nothing(server_site: ServerSite, tmp_path: Path):
    """The dump is read twice; here it breaks the second time, after the old tables were dropped."""
    before = server_site.manage("verify", "--all"), server_site.manage("dumpdata", "matches.match")
    server_site.manage("backup", str(tmp_path))
    (backup,) = tmp_path.glob("*.dump")
    server_site.stop()
    breaking = tmp_path / "pg_restore"
    breaking.write_text('#!/bin/sh\ncase "$*" in *--file=-*) echo "SELECT 1;"; exit 1;; esac\nexit 0\n')
    breaking.chmod(0o755)
    path = server_site.env["PATH"]
    server_site.env["PATH"] = f"{tmp_path}:{path}"
    with pytest.raises(AssertionError, match="pg_restore failed"):
        server_site.manage("restore", str(backup), "--replace")
    server_site.env["PATH"] = path
    assert (server_site.manage("verify", "--all"), server_site.manage("dumpdata", "matches.match")) == before
