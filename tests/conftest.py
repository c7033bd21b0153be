"""What all tests share; see `tests/support`."""

import gc

import pytest
from hypothesis import HealthCheck, settings

from foundation.catalogues import compile_languages

# Tests share two cores with all the servers they start: how long an example takes says nothing of the code.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")

# Checks that live outside test files, and should show what they compared.
pytest.register_assert_rewrite("tests.engine.conformance", "tests.engine.conditional_conformance")

pytest_plugins = [
    "tests.support.no_skips",
    "tests.support.second_tries",
    "tests.support.selection",
    "tests.support.longest_first",
    "tests.support.made_once",
    "tests.support.fixtures",
    "tests.support.emptied",
    "tests.support.migrated",
    "tests.support.coverage_figure",
]


def pytest_configure(config: pytest.Config) -> None:
    """Compile the languages before any process loads one: Django keeps what it loaded."""
    if not hasattr(config, "workerinput"):
        compile_languages()


def pytest_collection_finish() -> None:
    """Leave all that is loaded by now out of garbage collection, which took a tenth of the time of the tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
