"""Tests that take minutes begin early."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.longest_first import pytest_collection_modifyitems

MARKED = partial(getattr, pytest.mark)
"""`tests/tooling/exhaustive.py` lists the marks that it finds in a text."""


def item(name: str, *marks: pytest.MarkDecorator) -> Any:
    found = {decorator.name: decorator.mark for decorator in marks}
    return SimpleNamespace(name=name, get_closest_marker=found.get)


@pytest.mark.parametrize(
    ("shared", "order"), [(True, "minutes file long quick less"), (False, "quick file less long minutes")]
)
def test_what_takes_longest_comes_first_where_processes_share_the_tests(shared: bool, order: str) -> None:
    items = [
        item("quick"),
        item("file", pytest.mark.xdist_group("file"), pytest.mark.timeout(900)),
        item("less", pytest.mark.timeout(10)),
        item("long", MARKED("long")),
        item("minutes", pytest.mark.timeout(900), MARKED("exhaustive")),
    ]
    config: Any = SimpleNamespace(getini=lambda name: {"timeout": "300"}[name])
    if shared:
        config.workerinput = {}
    pytest_collection_modifyitems(config, items)
    assert [item.name for item in items] == order.split()
