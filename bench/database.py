"""A database for families that call the services of the site in the process itself."""

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def own_database() -> Iterator[None]:
    """Set the site up with an empty database, which goes afterwards; another family may then do the same."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

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
