"""Begin with the tests that take longest: one that takes minutes must not be all that is left to do at the end."""

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the tests that take long first, where several processes take them one after the other.

    Files that share a process come before all others anyway, those with the most tests first.
    """
    if hasattr(config, "workerinput"):
        usual = float(config.getini("timeout"))
        items.sort(key=lambda item: rank(item, usual))


def rank(item: pytest.Item, usual: float) -> int:
    """Return 0 for a test that is given more time than usual, 1 for one that takes long, and 2 for all others."""
    if item.get_closest_marker("xdist_group"):
        return 1
    timeout = item.get_closest_marker("timeout")
    if timeout and timeout.args[0] > usual:
        return 0
    return 1 if item.get_closest_marker("exhaustive") or item.get_closest_marker("long") else 2
