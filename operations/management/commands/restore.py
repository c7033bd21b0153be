"""`manage.py restore FILE`: restores a backup, migrates it and verifies every match."""

import socket
from pathlib import Path
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from kombu.exceptions import OperationalError

from operations.backups import BackupFailed, backup_restore


class Command(BaseCommand):
    """Refuses if the site is running, the file is damaged or the keys do not fit."""

    help = "Replace the database with a backup, apply migrations, and verify all matches."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the backup file."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="delete the current contents of the database")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore, migrate and verify."""
        if _site_runs():
            raise CommandError("The site is running. Stop its web processes, workers and beat first.")
        try:
            backup_restore(file=options["file"], replace=options["replace"])
        except BackupFailed as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored {options['file'].name}.")
        call_command("migrate", interactive=False, verbosity=0, stdout=self.stdout)
        call_command("verify", all=True, stdout=self.stdout)
        self.stdout.write("All matches hold. Start the site again.")


def _site_runs() -> bool:
    """True if a worker answers, or an embedded site is listening."""
    if settings.EMBEDDED:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", settings.PORT)) == 0
    try:
        return bool(current_app.control.ping(timeout=1))
    except (OperationalError, OSError):
        return False  # without a queue the site cannot run, so a restore is safe
