"""`manage.py doctor`: checks a set-up and says what to do."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from operations.doctor import CHECKS, NEEDS
from operations.doctor.findings import Grade, fail, looked_into


class Command(BaseCommand):
    """Prints a line for every check. Exits with 1 if something does not work or is not safe."""

    help = "Check settings, keys, database, Redis, workers, mail, proxy and files, and say what to do."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the checks to run or skip."""
        parser.add_argument("check", nargs="*", metavar="CHECK", help=f"all, or some of: {', '.join(CHECKS)}")
        parser.add_argument("--skip", action="append", default=[], choices=[*CHECKS], metavar="CHECK")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the checks."""
        unknown = set(options["check"]) - set(CHECKS)
        if unknown:
            raise CommandError(f"There is no check {', '.join(sorted(unknown))}. Choose from: {', '.join(CHECKS)}.")
        chosen = [name for name in options["check"] or CHECKS if name not in options["skip"]]
        failures: dict[str, int] = {}
        for name in chosen:
            failures[name] = self._look(name, unwell={other for other, number in failures.items() if number})
        if failed := sum(failures.values()):
            raise CommandError(f"{failed} thing{'s' if failed > 1 else ''} to do.")
        self.stdout.write("All is well.")

    def _look(self, name: str, *, unwell: set[str]) -> int:
        """Run one check and print it. Return the number of failures."""
        need = next((other for other in NEEDS.get(name, ()) if other in unwell), None)
        found = [fail(f"Fix {need} first.")] if need else looked_into(CHECKS[name])
        for finding in found:
            self.stdout.write(f"{finding.grade:<5} {name:<10} {finding.words}")
        return sum(finding.grade == Grade.FAIL for finding in found)
