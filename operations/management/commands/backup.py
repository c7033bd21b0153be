"""`manage.py backup`: writes the whole database into one file."""

from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from operations.backups import BackupFailed, delete_old_backups, make_backup


class Command(BaseCommand):
    """Makes a backup while play goes on, and deletes the oldest."""

    help = "Write a backup into BACKUP_DIR (or the given directory) and keep the newest BACKUP_KEEP."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the directory and the number of backups to keep."""
        parser.add_argument("directory", nargs="?", type=Path, default=settings.BACKUP_DIR or None)
        parser.add_argument("--keep", type=_count, default=settings.BACKUP_KEEP, help="0 keeps all")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the backup and delete old ones."""
        if options["directory"] is None:
            raise CommandError("Pass a directory, or set BACKUP_DIR.")
        directory = Path(options["directory"])
        try:
            note = make_backup(directory=directory, now=timezone.now())
        except (BackupFailed, OSError) as error:
            raise CommandError(f"No backup was made. {error}") from error
        self.stdout.write(f"{directory / note.file}: {note.bytes:,} bytes, needs the keys {', '.join(note.keys)}")
        for old in delete_old_backups(directory=directory, keep=options["keep"]):
            self.stdout.write(f"removed {old}")


def _count(given: str) -> int:
    """A number of backups. One below 0 would delete the backup that was just made."""
    if not given.isdecimal():
        raise ArgumentTypeError("give a whole number from 0 up")
    return int(given)
