"""Whatever is written into one field of a form, no page answers with an error of the site."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.site.matrix import asking
from tests.site.matrix.asking import addresses, cases, small_world
from tests.site.matrix.forms import form_of
from tests.site.matrix.world import World

pytestmark = pytest.mark.django_db
STRANGE = ("\x00", "9" * 30, "\u00b2")
"""A character that PostgreSQL does not keep, a number that fits no column, and a digit that is no number."""
UNDO = "moderation:undo"
"""It is asked once something is done; its fields are those of every act."""


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker) -> Iterator[World]:
    """One world for all requests."""
    with django_db_blocker.unblock(), small_world() as world:
        yield world


@pytest.mark.exhaustive("every field of every page, with values that nobody types")
@pytest.mark.parametrize("strange", STRANGE, ids=repr)
def test_no_field_breaks_a_page(world: World, strange: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usual, broken, seen = form_of, set(), 0
    for address in addresses():
        if address.for_programs or address.route == UNDO:
            continue
        posts = {case.route: case for case in cases(address) if case.method == "POST"}
        for case in posts.values():
            for field in usual(world, case.route, case.state):

                def changed(*given: Any, field: str = field) -> dict[str, Any]:
                    return usual(*given) | {field: strange}

                monkeypatch.setattr(asking, "form_of", changed)
                word = asking.asked_by_browser(world, address, case, "staff")
                seen += 1
                if word.startswith("5"):
                    broken.add((address.route, case.state, field, word))
    assert not broken and seen > 100, broken
