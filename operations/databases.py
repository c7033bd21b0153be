"""Dump and load the database: PostgreSQL with its own programs, SQLite with its backup API."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import psycopg
from django.db import connection
from psycopg.pq import Conninfo

EMPTY = "BEGIN;\nDROP SCHEMA public CASCADE;\nCREATE SCHEMA public;\n"
OTHERS = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
)
WORDS_OF_A_FAILURE = 500


class Failed(Exception):
    """A database program failed. The message says how."""


class Database(Protocol):
    """The operations that backups need from a database."""

    kind: str
    suffix: str

    def dump(self, target: Path) -> None:
        """Write a consistent snapshot into a file."""

    def examine(self, file: Path) -> None:
        """Read a whole file. Raises `Failed` if it is broken."""

    def holds_anything(self) -> bool:
        """True if the database has tables."""

    def others(self) -> int:
        """The number of connections by other processes."""

    def load(self, file: Path) -> None:
        """Replace everything with the contents of a file, all or nothing."""


def current() -> Database:
    """The site's database."""
    return Postgres() if connection.vendor == "postgresql" else Sqlite()


class Postgres:
    """PostgreSQL, with `pg_dump`, `pg_restore` and `psql`."""

    kind = "PostgreSQL"
    suffix = ".dump"

    def dump(self, target: Path) -> None:
        """Run `pg_dump`, which takes a consistent snapshot while play goes on."""
        _run(["pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}"])

    def examine(self, file: Path) -> None:
        """Read the whole file with `pg_restore`, discarding the output."""
        _run(["pg_restore", "--file=/dev/null", str(file)])

    def holds_anything(self) -> bool:
        """True if the public schema has tables."""
        return bool(connection.introspection.table_names())

    def others(self) -> int:
        """Count the connections of the site's user."""
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined] # only PostgreSQL has a pool
        try:
            with psycopg.connect(**connection.get_connection_params()) as asking:
                found = asking.execute(OTHERS).fetchone()
        except psycopg.Error as error:
            raise Failed(f"Cannot connect to PostgreSQL: {error}") from error
        return int(found[0]) if found else 0

    def load(self, file: Path) -> None:
        """Drop the old schema and load the new one in one transaction."""
        connection.close()
        with _popen(
            ["psql", "--quiet", "--no-psqlrc", "--output=/dev/null", "--set=ON_ERROR_STOP=1", "--file=-"],
            stdin=subprocess.PIPE,
        ) as psql:
            assert psql.stdin is not None  # noqa: S101 - it is a pipe
            with contextlib.suppress(BrokenPipeError):
                psql.stdin.write(EMPTY.encode())
                psql.stdin.flush()
                _run(["pg_restore", "--no-owner", "--no-privileges", "--file=-", str(file)], stdout=psql.stdin.fileno())
                psql.stdin.write(b"\nCOMMIT;\n")
            _, words = psql.communicate()
        if psql.returncode:
            raise Failed(f"psql failed, and nothing was changed: {_end_of(words)}")


class Sqlite:
    """SQLite, with its online backup."""

    kind = "SQLite"
    suffix = ".sqlite3"

    def dump(self, target: Path) -> None:
        """Copy the file page by page while play goes on."""
        _copy(Path(connection.settings_dict["NAME"]), target)

    def examine(self, file: Path) -> None:
        """Run SQLite's integrity check."""
        try:
            with contextlib.closing(sqlite3.connect(file)) as opened:
                (words,) = opened.execute("PRAGMA integrity_check").fetchone()
        except sqlite3.DatabaseError as error:
            raise Failed(f"{file.name} is not a complete database: {error}.") from error
        if words != "ok":
            raise Failed(f"{file.name} is broken: {words}.")

    def holds_anything(self) -> bool:
        """True if the file has tables."""
        return bool(connection.introspection.table_names())

    def others(self) -> int:
        """Return 0: a file does not know who has opened it."""
        return 0

    def load(self, file: Path) -> None:
        """Copy the file over the database in one transaction."""
        connection.close()
        _copy(file, Path(connection.settings_dict["NAME"]))


def _copy(source: Path, target: Path) -> None:
    try:
        with contextlib.closing(sqlite3.connect(source)) as old, contextlib.closing(sqlite3.connect(target)) as new:
            old.backup(new)
    except sqlite3.Error as error:
        raise Failed(f"SQLite failed: {error}.") from error


def _environment() -> dict[str, str]:
    """The environment for PostgreSQL's programs, with the site's connection settings.

    A password on the command line would be visible to other users.
    """
    given = connection.get_connection_params()
    known = {option.keyword.decode(): option.envvar.decode() for option in Conninfo.get_defaults() if option.envvar}
    return {**os.environ, **{name: str(given[word]) for word, name in known.items() if word in given}}


def _popen(command: Sequence[str], **how: int) -> "subprocess.Popen[bytes]":
    if shutil.which(command[0]) is None:
        raise Failed(f"{command[0]} is not installed. Install PostgreSQL's client (on Debian: postgresql-client).")
    # Only the commands above, with a path from the operator.
    return subprocess.Popen(  # type: ignore[call-overload, no-any-return]  # noqa: S603
        command,
        stderr=subprocess.PIPE,
        env=_environment(),
        **how,
    )


def _run(command: Sequence[str], **how: int) -> None:
    with _popen(command, **how) as program:
        _, words = program.communicate()
    if program.returncode:
        raise Failed(f"{command[0]} failed: {_end_of(words)}")


def _end_of(words: bytes) -> str:
    return words.decode(errors="replace").strip()[-WORDS_OF_A_FAILURE:]
