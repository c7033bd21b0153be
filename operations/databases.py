"""The database as a file and back: PostgreSQL by its own programs, SQLite by its own copying."""

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
    """A database's program failed; the words say how."""


class Database(Protocol):
    """What a backup needs of a kind of database."""

    kind: str
    suffix: str

    def dump(self, target: Path) -> None:
        """Write everything into a file, as it was at one moment."""

    def examine(self, file: Path) -> None:
        """Read a whole file; raise `Failed` if it is broken."""

    def holds_anything(self) -> bool:
        """Whether the database has tables."""

    def others(self) -> int:
        """How many connections are open beside those of this process."""

    def load(self, file: Path) -> None:
        """Replace everything by what a file holds: all or nothing."""


def current() -> Database:
    """The database of this site."""
    return Postgres() if connection.vendor == "postgresql" else Sqlite()


class Postgres:
    """PostgreSQL, by `pg_dump`, `pg_restore` and `psql`."""

    kind = "PostgreSQL"
    suffix = ".dump"

    def dump(self, target: Path) -> None:
        """`pg_dump` sees one moment, while play goes on."""
        _run(["pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}"])

    def examine(self, file: Path) -> None:
        """Have `pg_restore` write it all out, to nowhere."""
        _run(["pg_restore", "--file=/dev/null", str(file)])

    def holds_anything(self) -> bool:
        """Whether the public schema has tables."""
        return bool(connection.introspection.table_names())

    def others(self) -> int:
        """Ask PostgreSQL for those of the site's own user."""
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined] # only that of PostgreSQL has one
        try:
            with psycopg.connect(**connection.get_connection_params()) as asking:
                found = asking.execute(OTHERS).fetchone()
        except psycopg.Error as error:
            raise Failed(f"PostgreSQL cannot be asked: {error}") from error
        return int(found[0]) if found else 0

    def load(self, file: Path) -> None:
        """One transaction from dropping the old to the last row of the new."""
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
    """SQLite, by its own online copying."""

    kind = "SQLite"
    suffix = ".sqlite3"

    def dump(self, target: Path) -> None:
        """Copy it page by page, while play goes on."""
        _copy(Path(connection.settings_dict["NAME"]), target)

    def examine(self, file: Path) -> None:
        """Have SQLite look through the whole file."""
        try:
            with contextlib.closing(sqlite3.connect(file)) as opened:
                (words,) = opened.execute("PRAGMA integrity_check").fetchone()
        except sqlite3.DatabaseError as error:
            raise Failed(f"{file.name} is no whole database: {error}.") from error
        if words != "ok":
            raise Failed(f"{file.name} is broken: {words}.")

    def holds_anything(self) -> bool:
        """Whether the file has tables."""
        return bool(connection.introspection.table_names())

    def others(self) -> int:
        """A file does not know who has it open."""
        return 0

    def load(self, file: Path) -> None:
        """Copy the file over the database, in one transaction of SQLite."""
        connection.close()
        _copy(file, Path(connection.settings_dict["NAME"]))


def _copy(source: Path, target: Path) -> None:
    try:
        with contextlib.closing(sqlite3.connect(source)) as old, contextlib.closing(sqlite3.connect(target)) as new:
            old.backup(new)
    except sqlite3.Error as error:
        raise Failed(f"SQLite failed: {error}.") from error


def _environment() -> dict[str, str]:
    """How PostgreSQL's programs find the database, and as safely as the site does.

    A password on a command line could be read by others.
    """
    given = connection.get_connection_params()
    known = {option.keyword.decode(): option.envvar.decode() for option in Conninfo.get_defaults() if option.envvar}
    return {**os.environ, **{name: str(given[word]) for word, name in known.items() if word in given}}


def _popen(command: Sequence[str], **how: int) -> "subprocess.Popen[bytes]":
    if shutil.which(command[0]) is None:
        raise Failed(f"{command[0]} is not installed. Install PostgreSQL's client (on Debian: postgresql-client).")
    # The commands are those above; what varies in them is the path that an operator gave.
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
