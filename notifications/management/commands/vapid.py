"""`manage.py vapid`: a key for web push."""

from typing import Any

from django.core.management.base import BaseCommand

from notifications.vapid import new_private_key


class Command(BaseCommand):
    """Prints a fresh key; nothing is kept."""

    help = "Make a key for web push and print it as a line for the environment."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the key."""
        self.stdout.write(f"VAPID_PRIVATE_KEY={new_private_key()}")
