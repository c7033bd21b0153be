"""`manage.py signing_rotate`: signs with a new key from now on, and keeps the former public keys published."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from foundation.signing import rotate


class Command(BaseCommand):
    """Makes the new key at once; no process needs a restart."""

    help = "Make a new key for signing records and receipts. The private half of the former key is deleted."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the flag for a key that others may have."""
        parser.add_argument(
            "--withdraw", action="store_true", help="others may have the former key: nothing it signed counts any more"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Rotate, and name the new key."""
        key = rotate(now=timezone.now(), withdraw=options["withdraw"])
        self.stdout.write(
            f"The site now signs with {key.key}. Publish it elsewhere too, so that others can compare it."
        )
