"""`manage.py verify MATCH` or `--all`: check seeds, chains, answers, randomness and rules, and the audit."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from matches.view.match_view import matches
from moderation.services.verifying import checks_of, verify_all

PROGRESS_EVERY = 100


class Command(BaseCommand):
    """Print every check of the given matches, or the failures among all; exit with 1 if any check fails."""

    help = "Check matches against their logs: single matches by number, or with --all every match and the audit."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the match numbers and `--all`."""
        parser.add_argument("match", nargs="*", type=int)
        parser.add_argument("--all", action="store_true", help="check every match and the audit")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the checks."""
        failed = self._all() if options["all"] else self._some(options["match"])
        if failed:
            raise CommandError(f"{failed} checks failed.")

    def _some(self, numbers: list[int]) -> int:
        chosen = matches().filter(pk__in=numbers).order_by("pk")
        if not numbers or chosen.count() != len(set(numbers)):
            raise CommandError("Give existing match numbers, or --all.")
        found = [(match.pk, check) for match in chosen for check in checks_of(match)]
        for number, check in found:
            self.stdout.write(f"match {number}: {'ok  ' if check.ok else 'FAIL'} {check.name}: {check.detail}")
        return sum(not check.ok for _, check in found)

    def _all(self) -> int:
        run = verify_all(now=timezone.now(), progress=self._progress)
        for fault in run.faults:
            self.stdout.write(f"FAIL {fault}")
        if not run.faults:
            self.stdout.write(f"All {run.matches} matches and the audit passed.")
        return len(run.faults)

    def _progress(self, done: int, number: int) -> None:
        if done % PROGRESS_EVERY == 0 or done == number:
            self.stderr.write(f"{done} of {number} matches checked")
