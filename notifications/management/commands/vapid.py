"""`manage.py vapid`: creates a key for web push."""

from typing import Any

from django.core.management.base import BaseCommand

from notifications.vapid import new_private_key


class Command(BaseCommand):
    """Prints a new key without storing it."""

    help = "Create a key for web push and print it as an environment variable."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the key."""
        self.stdout.write(f"VAPID_PRIVATE_KEY={new_private_key()}")
