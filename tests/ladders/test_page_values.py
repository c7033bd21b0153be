"""What pages of ladders and tournaments are given, so that their templates decide nothing."""

import pytest

from ladders.models import Ladder, StandingChange
from ladders.views.common import ladder_rows
from ladders.views.ladders import OthersNeeded
from ladders.views.tournaments import shows_points

Why = StandingChange.Why


@pytest.mark.parametrize(
    ("sizes", "words"), [((3, 3), "Tables of 3"), ((3, 4), "Tables of 3 and 4"), ((2, 6), "Tables of 2 to 6")]
)
def test_a_list_of_ladders_says_how_large_the_tables_are(sizes: tuple[int, int], words: str) -> None:
    ladder = Ladder(game="bid", seats_from=sizes[0], seats_to=sizes[1])
    assert ladder_rows([ladder]) == [(ladder, "Bid!", words)]


@pytest.mark.parametrize(
    ("numbers", "is_fixed", "is_one_of_two"), [((2, 2), True, False), ((2, 3), False, True), ((1, 3), False, False)]
)
def test_how_many_others_a_challenger_chooses(numbers: tuple[int, int], is_fixed: bool, is_one_of_two: bool) -> None:
    needed = OthersNeeded(*numbers)
    assert (needed.is_fixed, needed.is_one_of_two) == (is_fixed, is_one_of_two)


@pytest.mark.parametrize(
    ("why", "points", "shown"),
    [(Why.TABLE, 0, True), (Why.SHARED, 0, True), (Why.BYE, 1, True), (Why.OUT, 0, False), (Why.ENTERED, 0, False)],
)
def test_a_change_without_points_shows_them_only_if_it_comes_from_a_table(why: Why, points: int, shown: bool) -> None:
    assert shows_points(StandingChange(why=why, points=points)) == shown
