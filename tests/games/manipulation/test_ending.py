"""The end of a turn and of a match."""

from typing import Any

import pytest

from engine import Step
from games.manipulation.rules import MANIPULATION
from games.manipulation.rules.actions import Keep, ManipulationAction, Pass, Pull, Push, Replace
from games.manipulation.rules.events import Ended, Refilled, TurnEnded
from games.manipulation.rules.options import ManipulationOptions
from games.manipulation.rules.state import ManipulationState
from tests.games.manipulation.positions import bid, code_of, of_type, play, position

HANDS = ("Sn S4 S2", "M2 M3 Ca", "Cn C2 C3")
THREE_SUITS = ManipulationOptions(suits_to_win=3)


def at_limit(**fields: Any) -> Step[ManipulationState]:
    """Play the last turn of a limit of 24: a pass that discards the 4 of Suns."""
    options = ManipulationOptions(turn_limit=24)
    state = position(HANDS, pile="A2 A3", options=options, turn=24, **fields)
    return play(state, {0: Pass("S4")})


def test_a_push_that_matches_the_own_goal_wins() -> None:  # M9
    state = position(HANDS, goals=("n555", "aaaa", "2222"), pile="A2 A3")
    after, events = play(state, {0: Push("Sn")})
    assert MANIPULATION.places(after) == (1, 2, 2)
    assert MANIPULATION.current_players(after) == ()
    assert MANIPULATION.legal_actions(after, 0) == MANIPULATION.legal_actions(after, 1) == ()
    assert events[-1] == Ended(0, after.goals, (1, 2, 2))


def test_a_push_can_complete_an_opponents_goal() -> None:  # M7
    state = position(HANDS, goals=("aaaa", "2222", "n555"), pile="A2 A3")
    assert MANIPULATION.places(play(state, {0: Push("Sn")}).state) == (2, 2, 1)


def test_an_auctions_winner_can_complete_an_opponents_goal() -> None:  # M7
    state = position(HANDS, goals=("aaaa", "5552", "nnnn"), pile="A2 A3")
    won = bid(play(state, {0: Pull()}).state, 1, 2, 5).state
    assert MANIPULATION.places(won) is None
    assert MANIPULATION.places(play(won, {2: Replace()}).state) == (2, 1, 2)
    assert MANIPULATION.places(play(won, {2: Keep()}).state) is None


def test_three_suits_do_not_win_unless_the_table_says_so() -> None:
    goals = ("n55a", "aaaa", "2222")
    assert MANIPULATION.places(play(position(HANDS, goals=goals, pile="A2 A3"), {0: Push("Sn")}).state) is None
    state = position(HANDS, goals=goals, pile="A2 A3", options=THREE_SUITS)
    assert MANIPULATION.places(play(state, {0: Push("Sn")}).state) == (1, 2, 2)


def test_two_suits_never_win() -> None:
    state = position(HANDS, goals=("n5aa", "a2aa", "2222"), pile="A2 A3", options=THREE_SUITS)
    assert MANIPULATION.places(play(state, {0: Push("Sn")}).state) is None


def test_the_limit_ends_the_match_after_the_turn() -> None:
    options = ManipulationOptions(turn_limit=24)
    early = position(HANDS, pile="A2 A3", options=options, turn=23)
    assert MANIPULATION.places(play(early, {0: Pass("S4")}).state) is None
    assert MANIPULATION.places(at_limit().state) is not None


def test_no_limit_goes_on() -> None:
    state = position(HANDS, pile="A2 A3", options=ManipulationOptions(turn_limit=None), turn=500)
    assert play(state, {0: Pass("S4")}).state.turn == 501


def test_a_goal_on_the_last_turn_goes_before_the_limit() -> None:  # M7, M9
    options = ManipulationOptions(turn_limit=24)
    state = position(HANDS, goals=("aaaa", "n555", "2222"), pile="A2 A3", options=options, turn=24)
    after, events = play(state, {0: Push("Sn")})
    assert MANIPULATION.places(after) == (2, 1, 2)
    assert of_type(events, Ended)[0].winner == 1


def test_places_at_the_limit_go_by_suits_then_by_coins() -> None:  # M9
    goals = ("5nnn", "aa55", "2222")
    step = at_limit(goals=goals, stocks=((0, 1, 2, 3, 4, 5), (0,), (0, 1, 2, 3, 4, 5)))
    assert MANIPULATION.places(step.state) == (2, 1, 3)
    assert step.events[-1] == Ended(None, step.state.goals, (2, 1, 3))


def test_coins_in_stock_place_those_with_equally_many_suits() -> None:  # M9
    step = at_limit(goals=("nnnn", "aaaa", "2222"), stocks=((0, 1, 2, 3, 4, 5), (0, 1, 5), (0, 3, 4)))
    assert MANIPULATION.places(step.state) == (1, 3, 2)


def test_the_coin_taken_back_on_the_last_turn_counts() -> None:  # M9, M14
    stocks = ((0, 4), (0, 4), (0, 1, 4))
    assert MANIPULATION.places(at_limit(goals=("nnnn", "aaaa", "2222"), stocks=stocks).state) == (1, 3, 1)


def test_equal_players_share_a_place_that_counts_everyone_ahead() -> None:  # M9
    full = (0, 1, 2, 3, 4, 5)
    state = position(
        (*HANDS, "An Aa A4"),
        goals=("5nnn", "n5aa", "aa5a", "2222"),
        pile="A2 A3",
        options=ManipulationOptions(turn_limit=24),
        turn=24,
        stocks=(full, (0, 1), (0, 1), full),
    )
    assert MANIPULATION.places(play(state, {0: Pass("S4")}).state) == (1, 2, 2, 4)


def test_the_turn_goes_clockwise_and_round() -> None:
    players = []
    state = position(HANDS, pile="A2 A3 A4 Aa An")
    for _ in range(4):
        players.append(state.player)
        state = play(state, {state.player: Pass(state.hands[state.player][0])}).state
    assert players == [0, 1, 2, 0]


@pytest.mark.parametrize(
    ("hand", "goal", "action"), [("Sn S4 S2", "n555", Push("Sn")), ("Sn S4 S2", "aaaa", Pass("S4"))]
)
def test_a_finished_match_refills_nothing(hand: str, goal: str, action: ManipulationAction) -> None:  # M7
    options = ManipulationOptions(turn_limit=24)
    state = position((hand, HANDS[1]), goals=(goal, "2222"), pile="A2", options=options, turn=24)
    after, events = play(state, {0: action})
    assert after.pile == ()
    assert after.final_places is not None
    assert not of_type(events, Refilled)


def test_a_turns_end_says_who_changed_the_code() -> None:
    state = position(HANDS, pile="A2 A3", turn=7)
    assert of_type(play(state, {0: Push("Sn")}).events, TurnEnded) == [TurnEnded(7, 0, 0, "Sn")]
    won = bid(play(state, {0: Pull()}).state, 1, 2, 5).state
    assert of_type(play(won, {2: Replace()}).events, TurnEnded) == [TurnEnded(7, 0, 2, "A2")]
    assert of_type(play(won, {2: Keep()}).events, TurnEnded) == [TurnEnded(7, 0, None, None)]


def test_codes_that_won_for_nobody_are_remembered_once() -> None:  # M11
    state = position(HANDS, goals=("aaaa", "2222", "3333"), pile="A2 A3")
    after = play(state, {0: Push("Sn")}).state
    assert after.failed_codes == (code_of("n555"),)
    known = position(HANDS, goals=("aaaa", "2222", "3333"), pile="A2 A3", failed_codes=(code_of("n555"),))
    assert play(known, {0: Push("Sn")}).state.failed_codes == (code_of("n555"),)


@pytest.mark.parametrize(("options", "remembered"), [(ManipulationOptions(suits_to_win=4), False), (THREE_SUITS, True)])
def test_codes_with_a_tile_of_the_first_code_can_only_win_by_three_suits(
    options: ManipulationOptions, remembered: bool
) -> None:  # M11
    state = position(HANDS, goals=("aaaa", "2222", "3333"), pile="A2 A3", code="5554", options=options)
    assert bool(play(state, {0: Push("Sn")}).state.failed_codes) is remembered
