"""Backups: a file with the whole database, and a note that describes it and the keys it needs.

The vault's keys are never part of a backup. The note holds their fingerprints, so that a restore can check for them.
"""

import hashlib
import json
import logging
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings

from operations import databases

NAME = "piecepack-{:%Y%m%dT%H%M%SZ}"
NAMES = "piecepack-*.json"

log = logging.getLogger(__name__)


class BackupFailed(Exception):
    """A backup cannot be made or used. The message says what to do."""


@dataclass(frozen=True)
class Note:
    """The note stored next to a backup."""

    file: str
    made: str
    kind: str
    bytes: int
    sha256: str
    keys: tuple[str, ...]

    @property
    def made_at(self) -> datetime:
        """The time of the backup."""
        return datetime.fromisoformat(self.made)


def make_backup(*, directory: Path, now: datetime) -> Note:
    """Write a backup and its note. Unfinished files never have the name of a backup."""
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    database = databases.current()
    file = directory / (NAME.format(now) + database.suffix)
    part, note_part = file.with_suffix(".part"), file.with_suffix(".note.part")
    try:
        part.touch(mode=0o600)
        database.dump(part)
        database.examine(part)
        note = Note(file.name, now.isoformat(), database.kind, part.stat().st_size, digest(part), fingerprints())
        _write(note, note_part)
        _to_disk(part)
        _to_disk(note_part)
        part.rename(file)
        note_part.rename(file.with_suffix(".json"))
    except databases.Failed as error:
        raise BackupFailed(str(error)) from error
    finally:
        part.unlink(missing_ok=True)
        note_part.unlink(missing_ok=True)
    return note


def backup_restore(*, file: Path, replace: bool) -> None:
    """Replace the database with a backup. Raises `BackupFailed` without changing anything."""
    database = databases.current()
    check(file)
    try:
        database.examine(file)
        if others := database.others():
            raise BackupFailed(f"The database is in use, by {others} more: stop all other connections first.")
        if database.holds_anything() and not replace:
            raise BackupFailed("The database is not empty. Add --replace to delete its contents.")
        database.load(file)
    except databases.Failed as error:
        raise BackupFailed(str(error)) from error


def check(file: Path) -> None:
    """Reject a file that is damaged, of another kind, or encrypted with missing keys. Raises `BackupFailed`."""
    if not file.exists():
        raise BackupFailed(f"There is no file {file}.")
    beside = file.with_suffix(".json")
    if not beside.exists():
        raise BackupFailed(f"Its note {beside.name} is missing: copy it together with the backup.")
    note = read(beside)
    if note.kind != databases.current().kind:
        raise BackupFailed(f"This is a backup of {note.kind}, and the site is set to use {databases.current().kind}.")
    if digest(file) != note.sha256:
        raise BackupFailed("The checksum does not match. Copy the file again, or use another backup.")
    if missing := set(note.keys) - set(fingerprints()):
        raise BackupFailed(
            f"VAULT_KEYS lacks {len(missing)} of the keys that this backup needs: "
            f"{', '.join(sorted(missing))}. Add them first."
        )


def newest(directory: Path) -> Note | None:
    """The note of the latest backup in a directory, or None."""
    notes = _notes(directory)
    return notes[-1] if notes else None


def delete_old_backups(*, directory: Path, keep: int) -> list[str]:
    """Delete all but the newest backups. Return the names of the deleted ones."""
    old = _notes(directory)[:-keep] if keep else []
    for note in old:
        (directory / note.file).unlink(missing_ok=True)
        (directory / note.file).with_suffix(".json").unlink(missing_ok=True)
    return [note.file for note in old]


def _notes(directory: Path) -> list[Note]:
    return sorted(_readable(directory.glob(NAMES)), key=lambda note: note.made_at)


def _readable(paths: Iterable[Path]) -> Iterator[Note]:
    """Skip broken notes, so that they do not block new backups."""
    for path in paths:
        try:
            yield read(path)
        except BackupFailed as error:
            log.warning("%s Skipped: remove it and its backup.", error)


def read(path: Path) -> Note:
    """The note in a file. Raises `BackupFailed` if it is broken."""
    try:
        raw = json.loads(path.read_text())
        note = Note(**{**raw, "keys": tuple(raw["keys"])})
        _ = note.made_at
    except (ValueError, TypeError, KeyError) as error:
        raise BackupFailed(f"The note {path} is broken.") from error
    return note


def _write(note: Note, path: Path) -> None:
    path.touch(mode=0o600)
    path.write_text(json.dumps(asdict(note), indent=2) + "\n")


def _to_disk(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def fingerprints(keys: Iterable[str] | None = None) -> tuple[str, ...]:
    """Hashes that identify the vault's keys without revealing them."""
    given = settings.VAULT_KEYS if keys is None else keys
    return tuple(hashlib.sha256(f"vault key {key}".encode()).hexdigest()[:16] for key in given)
