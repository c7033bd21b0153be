"""Writes the matrix anew: all of it, or the lines of those addresses whose names begin as the command line says."""

import sys
from collections.abc import Sequence
from unittest import mock

from django.conf import settings
from django.test.utils import get_runner, override_settings, setup_test_environment

from tests.games.tables import NOON
from tests.site.matrix import table
from tests.site.matrix.asking import undone
from tests.site.matrix.sheets import SHEETS, Sheet
from tests.site.matrix.world import SAFE, World


def main() -> None:
    """Ask, and write down what came of it."""
    setup_test_environment()
    runner = get_runner(settings)(verbosity=0)
    databases = runner.setup_databases()
    with mock.patch("django.utils.timezone.now", return_value=NOON), override_settings(**SAFE), undone():
        world = World()
        for sheet in SHEETS:
            table.write(sheet.name, sheet.roles, _lines(world, sheet, tuple(sys.argv[1:])))
    runner.teardown_databases(databases)


def _lines(world: World, sheet: Sheet, beginnings: tuple[str, ...]) -> list[tuple[table.Case, Sequence[str]]]:
    known = table.read(sheet.name, sheet.roles) if beginnings else {}
    return [
        (case, known[case] if beginnings and not case.route.startswith(beginnings) else sheet.words(world, case))
        for case in sheet.cases()
    ]
