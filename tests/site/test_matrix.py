"""Who may do what: every address, socket and page of the admin, as every role, in every state that matters.

What is so stands in the files of `matrix/`, to be read: a status, `open` or the code of a refusal for sockets, `login`
and `2fa` for who is sent there first, `no` for a page that says why not, and a dot for who need not be asked. An
address without its lines fails. After a change that is meant, write them anew, all or by how their names begin, then
read the difference, since here a wrong right shows::

    .venv/bin/python -m tests.site.matrix games:talk && git diff tests/site/matrix
"""

from collections.abc import Iterator
from itertools import groupby

import pytest

from tests.site.matrix import table
from tests.site.matrix.asking import small_world
from tests.site.matrix.sheets import SHEETS, Sheet
from tests.site.matrix.table import Case
from tests.site.matrix.world import World

pytestmark = pytest.mark.django_db
Asked = tuple[Sheet, list[Case]]


def addresses() -> list[Asked]:
    """The lines of each address together: what they share is made once."""
    return [(sheet, list(cases)) for sheet in SHEETS for _, cases in groupby(sheet.cases(), lambda case: case.route)]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker) -> Iterator[World]:
    """One world for all lines, which each leaves as it was."""
    with django_db_blocker.unblock(), small_world() as world:
        yield world


@pytest.mark.parametrize("asked", addresses(), ids=lambda asked: f"{asked[0].name}-{asked[1][0].route}")
def test_everybody_gets_what_the_matrix_says(world: World, asked: Asked):
    sheet, cases = asked
    wanted = table.read(sheet.name, sheet.roles)
    found = {case: dict(zip(sheet.roles, sheet.words(world, case), strict=True)) for case in cases}
    lines = {case: wanted.get(case, ["no line in the matrix"] * len(sheet.roles)) for case in cases}
    assert found == {case: dict(zip(sheet.roles, words, strict=True)) for case, words in lines.items()}


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_no_line_is_about_an_address_that_is_gone(sheet: Sheet):
    assert set(table.read(sheet.name, sheet.roles)) == set(sheet.cases())
