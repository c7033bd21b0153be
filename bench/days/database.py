"""A database for the simulation, made before it and thrown away afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.test.utils import get_runner, setup_test_environment, teardown_test_environment


@contextmanager
def own_database() -> Iterator[None]:
    """Make an empty database that nobody else uses."""
    setup_test_environment()
    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        yield
    finally:
        runner.teardown_databases(databases)
        teardown_test_environment()
