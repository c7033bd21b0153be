"""No page and no API list asks the database more than twelve questions, and the page of a running table eight.

Each is asked for as a visitor, a player, a moderator and an admin, in the world of the permission matrix.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pytest

from bench.scale.pages import ROLES, cost_of, pages_asked_for
from tests.site.matrix.asking import bare_refusals, small_world
from tests.site.matrix.table import Case
from tests.site.matrix.world import World

pytestmark = pytest.mark.django_db
MOST = 12
OF_RUNNING_TABLES = 8
OFTEN = ("matches:table", "matches:live", "matches:mine", "matches:play_on", "account_change_password")
"""Pages that every run asks for."""
Cases = list[tuple[str, Case]]


def every_page() -> Iterator[Any]:
    """All pages by their route."""
    for route, cases in groupby(pages_asked_for(), lambda one: one[1].route):
        seldom = (
            () if route in OFTEN else (pytest.mark.exhaustive("every page and API list; `make test` asks for five"),)
        )
        yield pytest.param(list(cases), id=route, marks=seldom)


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """One world for all pages, which each leaves as it was."""
    with django_db_blocker.unblock(), bare_refusals(), small_world() as world:
        yield world


@pytest.mark.parametrize("cases", list(every_page()))
def test_a_page_asks_few_questions(world: World, cases: Cases) -> None:
    route = cases[0][1].route
    asked = {
        (case.state, role): cost.queries
        for name, case in cases
        for role in ROLES[name]
        if (cost := cost_of(world, name, case, role, times=0))
    }
    assert max(asked.values(), default=0) <= MOST, asked
    if route in ("matches:table", "matches:live"):
        assert max(queries for (state, _), queries in asked.items() if state == "running") <= OF_RUNNING_TABLES, asked
