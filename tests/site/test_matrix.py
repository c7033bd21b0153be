"""Permissions: every URL, socket and admin page, as every role, in every state that matters.

The files of `matrix/` list the results: a status, `open` or the code of a refusal for sockets, `login` and `2fa` for
roles sent there first, `no` for a page that says why not, and a dot for roles that need no request. A URL without its
lines fails. After an intended change, rewrite all lines, or those whose names start as given. Then read the diff, as it
shows wrong permissions::

    .venv/bin/python -m tests.site.matrix matches:chat && git diff tests/site/matrix
"""

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from itertools import groupby

import pytest

from tests.site.matrix import table
from tests.site.matrix.asking import bare_refusals, small_world
from tests.site.matrix.sheets import SHEETS, Sheet
from tests.site.matrix.table import Case
from tests.site.matrix.world import World

pytestmark = pytest.mark.django_db
STRONGEST = "staff"
THE_OTHERS = pytest.mark.exhaustive("each line as its other roles; `make test` asks it as three")
Asked = tuple[Sheet, dict[Case, int]]
"""The lines of a URL, and the place of each in its sheet."""


def addresses() -> list[Asked]:
    """The lines of each URL together, as they share setup."""
    numbered = [(sheet, enumerate(sheet.cases())) for sheet in SHEETS]
    return [
        (sheet, {case: number for number, case in lines})
        for sheet, cases in numbered
        for _, lines in groupby(cases, lambda line: line[1].route)
    ]


def three_roles(sheet: Sheet, number: int) -> list[str]:
    """The weakest, the strongest, and another in turn from line to line."""
    return sorted({sheet.roles[0], STRONGEST, sheet.roles[number % len(sheet.roles)]})


def other_roles(sheet: Sheet, number: int) -> list[str]:
    asked = three_roles(sheet, number)
    return [role for role in sheet.roles if role not in asked]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker) -> Iterator[World]:
    """One world for all lines, which each leaves as it was."""
    with django_db_blocker.unblock(), small_world() as world:
        yield world


@pytest.mark.parametrize("roles", [three_roles, pytest.param(other_roles, marks=THE_OTHERS)])
@pytest.mark.parametrize("asked", addresses(), ids=lambda asked: f"{asked[0].name}-{next(iter(asked[1])).route}")
def test_everybody_gets_what_the_matrix_says(world: World, asked: Asked, roles: Callable[[Sheet, int], list[str]]):
    sheet, cases = asked
    lines = table.read(sheet.name, sheet.roles)
    wanted, found = {}, {}
    # Three roles see all of the page that refuses them: that is enough of what takes half of the time.
    with bare_refusals() if roles is other_roles else nullcontext():
        for case, number in cases.items():
            some = roles(sheet, number)
            line = dict(zip(sheet.roles, lines.get(case, []), strict=False))
            wanted[case] = {role: line.get(role, "no line in the matrix") for role in some}
            # What the strongest gets is in the line: the test of three roles asks it.
            strongest = line.get(STRONGEST, "") if roles is other_roles else ""
            found[case] = dict(zip(some, sheet.words(world, case, some, strongest), strict=True))
    assert found == wanted


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_no_line_is_about_an_address_that_is_gone(sheet: Sheet):
    assert set(table.read(sheet.name, sheet.roles)) == set(sheet.cases())
