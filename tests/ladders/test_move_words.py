"""The words of every change on a ladder."""

import pytest

from ladders.models import Division, RungChange
from ladders.templatetags.ladders import move_words

WHY = RungChange.Why
ABOVE = Division(pk=1, title="First division", level=1)
HERE = Division(pk=2, title="Second division", level=2)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (RungChange(before=None, after=None), "has left, and has another place in a table kept before"),
        (RungChange(before=None, after=4), "came in on rung 4"),
        (RungChange(before=4, after=None), "left rung 4"),
        (RungChange(before=4, after=4), "keeps rung 4"),
        (RungChange(before=5, after=3), "rose from 5 to 3"),
        (RungChange(before=3, after=5), "fell from 3 to 5"),
        (
            RungChange(before=1, after=8, why=WHY.PROMOTED),
            "went up from place 1 of the division below to place 8 of Second division",
        ),
        (
            RungChange(before=8, after=1, why=WHY.RELEGATED),
            "went down from place 8 of the division above to place 1 of Second division",
        ),
        (
            RungChange(before=8, after=1, why=WHY.CORRECTED, came_from=ABOVE),
            "went down from place 8 of First division to place 1 of Second division",
        ),
    ],
)
def test_a_change_is_said_in_words(change: RungChange, words: str):
    change.division = HERE
    assert move_words(change) == words
