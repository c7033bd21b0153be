"""Answers that the rules refuse, each with its code and a sentence."""

import pytest

from engine import IllegalAction, IllegalOptions, RecordedChance
from games.manipulation.rules import MANIPULATION
from games.manipulation.rules.actions import Bid, Force, Keep, ManipulationAction, Pass, Pull, Push, Replace, Try
from games.manipulation.rules.options import ManipulationOptions
from games.manipulation.rules.state import ManipulationState
from tests.games.manipulation.positions import bid, play, position

HANDS = ("Sn S4 S2", "M2 M3 Ca")


def turn() -> ManipulationState:
    return position(HANDS, pile="A2 A3", stocks=((0, 1, 3), (0, 4)))


def auction() -> ManipulationState:
    return play(turn(), {0: Pull()}).state


def decision() -> ManipulationState:
    return bid(auction(), 3, 0).state


@pytest.mark.parametrize(
    ("state", "action", "code", "words"),
    [
        (turn(), Push("S2"), "too_far_to_push", "The 2 of Suns is not next to the 5 of Suns in the code"),
        (turn(), Try("S4"), "can_be_pushed", "The 4 of Suns is next to the 5 of Suns in the code"),  # M3
        (turn(), Try("Sn"), "can_be_pushed", "The null of Suns is next to the 5 of Suns in the code"),  # M3
        (turn(), Push("M2"), "tile_not_held", "You do not hold this tile"),
        (turn(), Pass("nonsense"), "tile_not_held", "You do not hold this tile"),
        (turn(), Force(0), "not_an_opponent", "You cannot force yourself"),
        (turn(), Force(2), "no_such_seat", "Nobody sits there"),
        (turn(), Bid(1), "turn_wanted", "there is no auction"),
        (turn(), Keep(), "turn_wanted", "there is no auction"),
        (auction(), Bid(2), "coin_not_in_stock", "not in your stock"),
        (auction(), Bid(-1), "coin_not_in_stock", "not in your stock"),
        (auction(), Push("S4"), "bid_wanted", "An auction is under way"),
        (auction(), Replace(), "bid_wanted", "An auction is under way"),
        (decision(), Bid(1), "decision_wanted", "You have won the auction"),
        (decision(), Pull(), "decision_wanted", "You have won the auction"),
    ],
)
def test_a_refusal_names_its_reason(
    state: ManipulationState, action: ManipulationAction, code: str, words: str
) -> None:
    with pytest.raises(IllegalAction) as refused:
        MANIPULATION.check(state, 0, action)
    assert refused.value.code == code
    assert words in refused.value.message
    assert refused.value.message.endswith(".")


def test_others_are_not_asked() -> None:
    for state, action in ((turn(), Pull()), (decision(), Keep())):
        with pytest.raises(IllegalAction) as refused:
            MANIPULATION.check(state, 1, action)
        assert refused.value.code == "not_asked"


def test_who_is_not_asked_may_not_bid() -> None:  # M4
    state = play(position(HANDS, pile="A2 A3", stocks=((0,), (0, 4))), {0: Pull()}).state
    with pytest.raises(IllegalAction) as refused:
        MANIPULATION.check(state, 0, Bid(0))
    assert refused.value.code == "not_asked"
    with pytest.raises(IllegalAction) as refused:
        MANIPULATION.apply(state, {0: Bid(0), 1: Bid(4)}, RecordedChance(()))
    assert refused.value.code == "wrong_players"


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int) -> None:
    with pytest.raises(IllegalOptions) as refused:
        MANIPULATION.initial_state(players, ManipulationOptions(), RecordedChance(()))
    assert refused.value.code == "seats_out_of_range"
