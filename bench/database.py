"""A temporary database for one family of figures."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import django


@contextmanager
def own_database() -> Iterator[None]:
    """Set up the site for tests with an empty database of its own."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.conf import settings
    from django.test.utils import get_runner, setup_test_environment, teardown_test_environment

    setup_test_environment()
    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        yield
    finally:
        runner.teardown_databases(databases)
        teardown_test_environment()
