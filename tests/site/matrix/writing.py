"""Writes the matrix anew."""

from unittest import mock

from django.conf import settings
from django.test.utils import get_runner, override_settings, setup_test_environment

from tests.games.tables import NOON
from tests.site.matrix import table
from tests.site.matrix.asking import addresses, asked_by_browser, asked_by_program, cases, undone
from tests.site.matrix.world import BROWSERS, PROGRAMS, SAFE, World


def main() -> None:
    """Ask everything, and write down what came of it."""
    setup_test_environment()
    runner = get_runner(settings)(verbosity=0)
    databases = runner.setup_databases()
    with mock.patch("django.utils.timezone.now", return_value=NOON), override_settings(**SAFE), undone():
        world = World()
        for name, ask, roles in (("pages", asked_by_browser, BROWSERS), ("programs", asked_by_program, PROGRAMS)):
            ours = [one for one in sorted(addresses()) if one.for_programs is (name == "programs")]
            lines = [(case, [ask(world, one, case, role) for role in roles]) for one in ours for case in cases(one)]
            table.write(name, list(roles), lines)
    runner.teardown_databases(databases)
