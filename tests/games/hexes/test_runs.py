"""Laying runs and what they score."""

import pytest

from games.hexes.rules import HEXES
from games.hexes.rules.actions import FINISH, Bid, Place, Take
from games.hexes.rules.board import Laid, Meeting
from games.hexes.rules.events import HexPlaced, NothingLaid, RunScored
from games.hexes.rules.tiles import ROTATIONS
from tests.games.hexes.tables import CHANCE, FIRST, bid, may_finish, only, places_of, play, table

AROUND_FIRST = {(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)}
OTHER = [["IIISSS"], ["ISISIS"]]
"""Hands of the seats who lay later."""


def test_two_hexes_of_a_run_that_share_an_edge_score_it_twice():  # H4
    run = Place("AAABBB", 1, 0, 0), Place("AAAIII", 2, 0, 3)
    scored = only(play(table([["AAABBB", "AAAIII"], *OTHER]), *run), RunScored)
    assert scored == RunScored(0, length=2, points=2, within=(Meeting(2, 0, 3, "A"),), against=())


def test_a_meeting_with_a_hex_laid_before_scores_once():  # H4
    board = [Laid("AAABBB", 0, 0, 0)]
    step = play(table([["AAACCC"], *OTHER], board=board), Place("AAACCC", 1, 0, 3))
    assert only(step, RunScored) == RunScored(0, 1, 1, within=(), against=(Meeting(1, 0, 3, "A"),))
    assert step.state.points == (1, 0, 0)


def test_only_the_run_just_laid_scores_its_meetings_with_another_s():  # H4
    state = table([["AAABBB"], ["AAACCC"], ["ISISIS"]])
    state = play(state, Place("AAABBB", 1, 0, 0), Place("AAACCC", 2, 0, 3)).state
    assert state.points == (0, 1, 0)


def test_a_run_that_goes_round_scores_its_own_first_hex_twice_too():  # H4
    run = Place("AAABBB", 1, 0, 0), Place("CCCFFF", 2, 0, 0), Place("AAAIII", 1, 1, 3)
    scored = only(play(table([["AAABBB", "CCCFFF", "AAAIII"], *OTHER]), *run), RunScored)
    assert scored.points == 2
    assert scored.within == (Meeting(1, 1, 4, "A"),)


def test_edges_of_other_colours_score_nothing():
    scored = only(play(table([["AAABBB"], *OTHER]), Place("AAABBB", 1, 0, 0)), RunScored)
    assert scored == RunScored(0, 1, 0, (), ())


def test_a_run_is_scored_only_when_it_is_finished():  # H4, H12
    state = table([["AAABBB", "AAAIII", "CCCFFF"], *OTHER])
    step = play(state, Place("AAABBB", 1, 0, 0), Place("AAAIII", 2, 0, 3))
    assert step.events == (HexPlaced(0, "AAABBB", 1, 0, 0), HexPlaced(0, "AAAIII", 2, 0, 3))
    assert step.state.points == (0, 0, 0)
    assert HEXES.observation(step.state, None).run_points == 2
    assert HEXES.current_players(step.state) == (0,)
    finished = play(step.state, FINISH)
    assert finished.state.points == (2, 0, 0)
    assert HEXES.current_players(finished.state) == (1,)
    assert finished.state.run == 0


def test_the_first_hex_touches_any_hex_of_the_board_and_the_next_the_last_laid():  # H3
    state = table([["AAABBB", "AAAIII"], *OTHER])
    assert {(place.q, place.r) for place in places_of(state, 0)} == AROUND_FIRST
    state = play(state, Place("AAABBB", 1, 0, 0)).state
    free = {(2, 0), (1, 1), (0, 1), (1, -1), (2, -1)}
    assert {(place.q, place.r) for place in places_of(state, 0)} == free
    assert HEXES.observation(state, 0).open_cells == ((1, -1), (2, -1), (2, 0), (0, 1), (1, 1))


def test_the_next_player_may_lay_anywhere_again():  # H3
    state = play(table([["AAABBB"], *OTHER]), Place("AAABBB", 1, 0, 0)).state
    cells = {(place.q, place.r) for place in places_of(state, 1)}
    assert cells == (AROUND_FIRST | {(2, 0), (1, 1), (2, -1)}) - {(1, 0)}


def test_placements_are_hand_times_cells_times_turnings():  # H2, H13
    places = places_of(table([["AAABBB", "ABABAB"], *OTHER]), 0)
    assert len(places) == len(set(places)) == 6 * (6 + 2)
    assert all(place.rotation in ROTATIONS[place.hex] for place in places)


def test_placements_come_in_a_fixed_order_and_finish_first():
    state = table([["ABABAB", "AAABBB"], *OTHER])
    assert HEXES.legal_actions(state, 0)[0] == FINISH
    places = places_of(state, 0)
    assert places[:2] == [Place("ABABAB", 0, -1, 0), Place("ABABAB", 0, -1, 1)]
    assert places[2:4] == [Place("ABABAB", 1, -1, 0), Place("ABABAB", 1, -1, 1)]
    assert [place.hex for place in places] == ["ABABAB"] * 12 + ["AAABBB"] * 36


def test_laying_nothing_keeps_the_hexes_for_later():  # H5
    step = play(table([["AAABBB", "AAAIII"], *OTHER]), FINISH)
    assert step.events == (NothingLaid(0),)
    assert step.state.hands[0] == ("AAABBB", "AAAIII")


def test_part_of_a_hand_may_be_laid():  # H5
    step = play(table([["AAABBB", "AAAIII"], *OTHER]), Place("AAAIII", 1, 0, 0), FINISH)
    assert step.state.hands[0] == ("AAABBB",)
    assert only(step, RunScored).length == 1


def test_a_run_ends_by_itself_when_the_hand_is_empty():  # H5
    step = play(table([["AAABBB"], *OTHER]), Place("AAABBB", 1, 0, 0))
    assert only(step, RunScored).length == 1
    assert HEXES.current_players(step.state) == (1,)


def ring() -> list[Laid]:
    """Six hexes round a free cell at (0, 0)."""
    hexes = ["CCCFFF", "CFCFCF", "CCCIII", "CICICI", "FFFIII", "FIFIFI"]
    return [Laid(tile, q, r, 0) for tile, (q, r) in zip(hexes, sorted(AROUND_FIRST), strict=True)]


def test_a_run_ends_by_itself_when_no_cell_beside_the_last_hex_is_free():  # H5
    step = play(table([["AAABBB", "AAAIII"], *OTHER], board=ring()), Place("AAABBB", 0, 0, 0))
    assert only(step, RunScored).length == 1
    assert HEXES.current_players(step.state) == (1,)
    assert step.state.hands[0] == ("AAAIII",)


FIVE = ["AAABBB", "AAACCC", "AAAFFF", "AAAIII", "AAAPPP"]


@pytest.mark.parametrize(("limit", "allowed"), [(None, True), (5, True), (4, False), (3, False)])
def test_the_hand_limit_holds_a_run_open_until_the_hand_is_small_enough(limit, allowed):
    state = table([FIVE, *OTHER], options=HEXES.Options(hand_limit=limit))
    assert may_finish(state, 0) == allowed


def test_under_the_hand_limit_hexes_are_counted_as_they_are_laid():  # H14
    state = table([FIVE, *OTHER], options=HEXES.Options(hand_limit=3))
    state = play(state, Place("AAABBB", 1, 0, 0)).state
    assert not may_finish(state, 0)
    state = play(state, Place("AAACCC", 2, 0, 0)).state
    assert may_finish(state, 0)


def test_under_the_hand_limit_a_run_still_ends_where_no_cell_is_open():  # H14
    state = table([FIVE, *OTHER], board=ring(), options=HEXES.Options(hand_limit=3))
    step = play(state, Place("AAABBB", 0, 0, 0))
    assert only(step, RunScored).length == 1
    assert len(step.state.hands[0]) == 4


def test_a_missed_deadline_bids_nothing_takes_the_first_hex_and_finishes():
    state = HEXES.initial_state(2, HEXES.Options(), CHANCE).state
    assert HEXES.default_action(state, 0) == Bid(0)
    taking = bid(state, 0, 0).state
    assert HEXES.default_action(taking, taking.order[0]) == Take(state.drawn[0])
    laying = table([FIVE, *OTHER])
    assert HEXES.default_action(laying, 0) == FINISH


def test_a_missed_deadline_under_the_hand_limit_lays_until_it_may_finish():
    state = table([FIVE, *OTHER], options=HEXES.Options(hand_limit=3))
    answers = []
    while HEXES.current_players(state) == (0,):
        answers.append(HEXES.default_action(state, 0))
        state = play(state, answers[-1]).state
    assert answers == [Place("AAABBB", 0, -1, 0), Place("AAACCC", 0, -2, 0), FINISH]


def test_edges_that_agree_are_shown_once_each():
    board = [Laid("AAABBB", 0, 0, 0), Laid("AAACCC", 1, 0, 3), Laid("AAAFFF", 0, 1, 3)]
    seen = HEXES.observation(table([["IIISSS"]] * 2, board=board), None)
    assert seen.meetings == (Meeting(1, 0, 3, "A"), Meeting(0, 1, 4, "A"))
    assert FIRST not in seen.board
