"""How a match ends and who wins."""

import pytest
from msgspec.structs import replace

from games.hexes.rules import HEXES
from games.hexes.rules.actions import FINISH, Place
from games.hexes.rules.board import Laid
from games.hexes.rules.events import MatchEnded, PotShared, TieBreakerPassed
from games.hexes.rules.tiles import SPECIALS
from games.hexes.rules.turn import final_places
from tests.games.hexes.tables import FIRST, only, play, table

ONE, TWO, THREE, FOUR = SPECIALS[:4]
TWO_DOWN = (FIRST, Laid(ONE, 0, 1, 0), Laid(TWO, 0, 2, 0))
LATER = [["IIISSS"], ["ISISIS"]]


def test_the_third_special_laid_by_the_first_to_lay_lets_the_others_still_lay():  # H6
    state = table([[THREE], *LATER], board=TWO_DOWN, bids=(1, 2, 0), tokens=(7, 7, 7), pot=1)
    state = play(state, Place(THREE, 1, 0, 0)).state
    assert HEXES.current_players(state) == (1,)
    assert HEXES.places(state) is None
    step = play(state, Place("IIISSS", 2, 0, 0), Place("ISISIS", 3, 0, 0))
    assert step.state.phase == "over"
    assert HEXES.current_players(step.state) == ()
    assert only(step, PotShared) == PotShared(4, 1, 1)
    assert step.events[-2:] == (TieBreakerPassed(1), MatchEnded("specials"))
    assert step.state.tokens == (7, 6, 8)
    assert step.state.tie_breaker == 1


def test_too_few_specials_let_the_match_go_on():  # H6
    step = play(table([["AAABBB"], *LATER], board=TWO_DOWN), *[FINISH] * 3)
    assert step.state.phase == "bid"


def test_a_special_that_begins_the_board_counts():  # H6
    board = (Laid(ONE, 0, 0, 0), Laid(TWO, 0, 1, 0), Laid("PPPSSS", 0, 2, 0))
    state = table([[THREE], *LATER], board=board)
    step = play(state, Place(THREE, 1, 0, 0), FINISH, FINISH)
    assert only(step, MatchEnded).reason == "specials"


def test_specials_laid_in_one_turn_count_together():  # H15
    state = table([[TWO], [THREE], ["ISISIS"]], board=(FIRST, Laid(ONE, 0, 1, 0)))
    step = play(state, Place(TWO, 1, 0, 0), Place(THREE, 2, 0, 0), FINISH)
    assert only(step, MatchEnded).reason == "specials"


@pytest.mark.parametrize(("wanted", "over"), [(2, True), (3, True), (4, False), (6, False)])
def test_the_option_says_how_many_specials_end_the_match(wanted, over):
    state = table([[THREE], *LATER], board=TWO_DOWN, options=HEXES.Options(specials_to_end=wanted))
    assert (play(state, Place(THREE, 1, 0, 0), FINISH, FINISH).state.phase == "over") == over


def test_a_special_kept_in_hand_does_not_count():  # H6
    state = table([[THREE, "AAABBB"], *LATER], board=TWO_DOWN)
    assert play(state, Place("AAABBB", 1, 0, 0), FINISH, FINISH, FINISH).state.phase == "bid"


@pytest.mark.parametrize(
    ("points", "tokens", "holder", "places"),
    [
        ((5, 9, 7, 2), (9, 0, 5, 5), 0, (3, 1, 2, 4)),
        ((7, 7, 7, 2), (3, 5, 4, 9), 0, (3, 1, 2, 4)),
        ((7, 7, 7, 7), (5, 5, 5, 5), 2, (3, 4, 1, 2)),
        ((7, 2, 2, 7), (5, 5, 5, 5), 1, (2, 3, 4, 1)),
    ],
)
def test_places_go_by_points_then_tokens_then_the_tie_breaker(points, tokens, holder, places):  # H8
    state = table([[], [], [], []], points=points, tokens=tokens, tie_breaker=holder)
    assert final_places(state) == places


def test_ties_are_broken_by_tokens_and_tie_breaker_as_they_are_after_the_last_turn():  # H8, H16
    state = table([[THREE], *LATER], board=TWO_DOWN, tokens=(8, 7, 6), bids=(8, 0, 0), pot=1, tie_breaker=0)
    state = play(state, Place(THREE, 1, 0, 0), FINISH, FINISH).state
    assert (state.points, state.tokens, state.tie_breaker) == ((0, 0, 0), (3, 10, 9), 1)
    assert HEXES.places(state) == (3, 1, 2)
    level = replace(state, tokens=(9, 9, 9))
    assert HEXES.places(level) == (3, 1, 2)
