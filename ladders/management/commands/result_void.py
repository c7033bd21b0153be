"""`manage.py result_void MATCH REASON`: let a finished match count for nobody's rating."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from ladders.services.ratings import result_void


class Command(BaseCommand):
    """Gives the ratings back and computes all later ones again; rungs and points stay as they were won."""

    help = "Void the result of a finished match: its ratings are given back, and all later ones computed again."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which match, and why."""
        parser.add_argument("match", type=int)
        parser.add_argument("reason", help="one sentence, kept with the result")

    def handle(self, *args: Any, **options: Any) -> None:
        """Void it."""
        if not result_void(match_id=options["match"], reason=options["reason"], now=timezone.now()):
            raise CommandError("This match does not count for ratings, so there is nothing to give back.")
        self.stdout.write(f"Match {options['match']} counts for nobody any more.")
