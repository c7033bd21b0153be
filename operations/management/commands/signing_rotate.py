"""`manage.py signing_rotate`: signs with a new key from now on, and keeps the former public keys published."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from foundation.signing import UnknownKey, rotate, withdraw_key

IN_USE = "in use"


class Command(BaseCommand):
    """Makes the new key at once; no process needs a restart."""

    help = "Make a new key for signing records and receipts. The private half of the former key is deleted."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the key that others may have, by default the one in use."""
        parser.add_argument(
            "--withdraw",
            nargs="?",
            const=IN_USE,
            default="",
            metavar="KEY",
            help="others may have the former key, or this one of all that are published: "
            "nothing it signed counts any more",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Rotate, or withdraw a former key, and name the key that signs."""
        named, now = options["withdraw"], timezone.now()
        if named in ("", IN_USE):
            key = rotate(now=now, withdraw=bool(named))
        else:
            try:
                key = withdraw_key(public=named, now=now)
            except UnknownKey as error:
                raise CommandError(
                    f"This site has no key {named}. /.well-known/piecepack-keys.json has all."
                ) from error
            self.stdout.write(f"Nothing that {named} signed counts any more.")
        self.stdout.write(
            f"The site now signs with {key.key}. Publish it elsewhere too, so that others can compare it."
        )
