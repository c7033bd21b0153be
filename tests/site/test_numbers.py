"""Numbers in addresses that are too large for any column break no page and no operation."""

import re
from collections.abc import Iterator

import pytest

from tests.site.matrix import asking
from tests.site.matrix.asking import Address, addresses, cases, small_world
from tests.site.matrix.table import Case
from tests.site.matrix.world import World

pytestmark = pytest.mark.django_db
HUGE = (2**31, 2**63, 10**30)
"""One more than the largest of each kind of column, and one that is too large for all programs."""


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker) -> Iterator[World]:
    """One world for all requests."""
    with django_db_blocker.unblock(), small_world() as world:
        yield world


def asked() -> Iterator[tuple[Address, Case, str]]:
    """Each address with each of its numbers."""
    for address in addresses():
        ask = {(case.method, case.route): case for case in cases(address)}
        for number in re.findall(r"<int:(\w+)>", address.pattern):
            yield from ((address, case, number) for case in ask.values())


@pytest.mark.parametrize("huge", HUGE)
def test_no_number_breaks_an_address(world: World, huge: int, monkeypatch: pytest.MonkeyPatch) -> None:
    parameter, broken, seen = asking._parameter, set(), 0
    for address, case, number in asked():
        monkeypatch.setattr(
            asking, "_parameter", lambda *place, number=number: huge if place[2] == number else parameter(*place)
        )
        ask = asking.asked_by_program if address.for_programs else asking.asked_by_browser
        word = ask(world, address, case, "staff")
        seen += 1
        if word.startswith("5"):
            broken.add((address.route, case.method, number, word))
    assert not broken and seen > 100, broken
