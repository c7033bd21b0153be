"""`manage.py verify MATCH`: check a match's seed, chain, answers, chance and rules."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Match
from games.selectors import matches
from games.services.verification import match_checks

PROGRESS_EVERY = 100


class Command(BaseCommand):
    """Prints each check; exits with 1 if one does not hold."""

    help = "Check matches against their log: one by number, or --all."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which matches to check."""
        parser.add_argument("match", nargs="*", type=int)
        parser.add_argument("--all", action="store_true", help="check every match")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the matches named."""
        chosen = matches().order_by("pk") if options["all"] else matches().filter(pk__in=options["match"])
        if (not options["all"] and chosen.count() != len(set(options["match"]))) or not (
            options["all"] or options["match"]
        ):
            raise CommandError("Name matches that exist, or --all.")
        failed = sum(self._failures(chosen.iterator(chunk_size=PROGRESS_EVERY), quiet=options["all"]))
        if failed:
            raise CommandError(f"{failed} checks do not hold.")

    def _failures(self, chosen: Iterator[Match], *, quiet: bool) -> Iterator[int]:
        for done, match in enumerate(chosen, start=1):
            checks = match_checks(match)
            for check in checks:
                if not check.ok or not quiet:
                    self.stdout.write(
                        f"table {match.pk}: {'ok  ' if check.ok else 'FAIL'} {check.name}: {check.detail}"
                    )
            if quiet and done % PROGRESS_EVERY == 0:
                self.stdout.write(f"{done} matches checked")
            yield sum(not check.ok for check in checks)
