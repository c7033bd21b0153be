"""Rewrite the matrix: all of it, or the lines of URLs whose names start as given."""

import sys
from collections.abc import Sequence

from django.conf import settings
from django.test.utils import get_runner, setup_test_environment

from tests.site.matrix import table
from tests.site.matrix.asking import small_world
from tests.site.matrix.sheets import SHEETS, Sheet
from tests.site.matrix.world import World


def main() -> None:
    """Send the request, and write down the result."""
    setup_test_environment()
    runner = get_runner(settings)(verbosity=0)
    databases = runner.setup_databases()
    with small_world() as world:
        for sheet in SHEETS:
            table.write(sheet.name, sheet.roles, _lines(world, sheet, tuple(sys.argv[1:])))
    runner.teardown_databases(databases)


def _lines(world: World, sheet: Sheet, beginnings: tuple[str, ...]) -> list[tuple[table.Case, Sequence[str]]]:
    known = table.read(sheet.name, sheet.roles) if beginnings else {}
    return [
        (case, known[case] if kept(case, beginnings) else sheet.words(world, case, sheet.roles))
        for case in sheet.cases()
    ]


def kept(case: table.Case, beginnings: tuple[str, ...]) -> bool:
    """True if the line of a case stays unchanged."""
    return bool(beginnings) and not case.route.startswith(beginnings)
