"""What all tests share; see `tests/support`."""

pytest_plugins = ["tests.support.no_skips", "tests.support.selection", "tests.support.fixtures"]
