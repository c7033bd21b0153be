"""`manage.py ratings_rebuild`: recompute all ratings from the log of results."""

from typing import Any

from django.core.management.base import BaseCommand

from ladders.services.ratings import rebuild_ratings


class Command(BaseCommand):
    """Recompute all ratings, to check them: the results should not differ from what is stored."""

    help = "Recompute all ratings from the log of results."

    def handle(self, *args: Any, **options: Any) -> None:
        """Recompute the ratings."""
        self.stdout.write(f"Recomputed all ratings from {rebuild_ratings()} results.")
