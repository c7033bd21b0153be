"""What all tests share; see `tests/support`."""

import pytest

# Checks that live outside test files, and should show what they compared.
pytest.register_assert_rewrite("tests.rules.conformance", "tests.rules.planning_conformance")

pytest_plugins = ["tests.support.no_skips", "tests.support.selection", "tests.support.fixtures"]
