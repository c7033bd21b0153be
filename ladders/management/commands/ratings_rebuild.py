"""`manage.py ratings_rebuild`: compute all ratings again from the log of results."""

from typing import Any

from django.core.management.base import BaseCommand

from ladders.services.ratings import ratings_rebuild


class Command(BaseCommand):
    """Gives the same ratings as they are; it is for the day somebody doubts that."""

    help = "Compute all ratings again from the log of results."

    def handle(self, *args: Any, **options: Any) -> None:
        """Compute them."""
        self.stdout.write(f"Ratings computed from {ratings_rebuild()} results.")
