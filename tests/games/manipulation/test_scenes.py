"""What opened in a round of Manipulation, as pieces."""

from collections.abc import Sequence

import pytest

from engine.scenes import Opened, Scene, Transfer, words
from games.manipulation.rules import MANIPULATION
from games.manipulation.rules.events import (
    CoinsDrawn,
    CoinsRevealed,
    DiceRolled,
    Drew,
    Forced,
    Kept,
    ManipulationEvent,
    Passed,
    Pulled,
    Pushed,
    Replaced,
    TookBack,
    Tried,
    Won,
)

TURN: list[tuple[ManipulationEvent, Scene]] = [
    (Pushed(1, "S4", "S5"), Scene("Turns", (Opened(1, ("tS4",)),), transfers=(Transfer("tS5", None),))),
    (Replaced(1, "S4", "S5"), Scene("Turns", (Opened(1, ("tS4",)),), transfers=(Transfer("tS5", None),))),
    (Pulled(3, 1, "S4"), Scene("Turns", (Opened(1, ("tS4",)),))),
    (Tried(3, 1, "S4"), Scene("Turns", (Opened(1, ("tS4",)),))),
    (Passed(1, "S4"), Scene("Turns", (Opened(1, ("tS4",)),))),
    (
        Forced(1, 0, "S4"),
        Scene("Turns", (Opened(1, (words("force"),)),), transfers=(Transfer("tS4", None, 0),)),
    ),
    (TookBack(1, 0), Scene("Turns", transfers=(Transfer("cn", 1),))),
    (Kept(1, "S4", "S5"), Scene("Turns", (Opened(1, (words("keep"),)),))),
    (Drew(1, "S4"), Scene("Turns", transfers=(Transfer("tS4", 1),))),
    (Drew(1, None), Scene("Turns", transfers=(Transfer("t", 1),))),
]


def scenes(*events: ManipulationEvent) -> Sequence[Scene]:
    return MANIPULATION.scenes.of(events, (), ())


@pytest.mark.parametrize(("event", "scene"), TURN, ids=lambda value: type(value).__name__)
def test_what_a_player_did_in_a_turn(event: ManipulationEvent, scene: Scene) -> None:
    assert scenes(event) == (scene,)


def test_coins_are_shown_highest_first_with_the_luck_that_broke_a_tie() -> None:
    opened = CoinsRevealed(1, (3, None, 5, 5))
    (plain,) = scenes(opened, Won(2, 5))
    assert [(one.player, one.pieces) for one in plain.opened] == [(2, ("c5",)), (3, ("c5",)), (0, ("c3",))]
    assert plain.best == (2,)
    (dice,) = scenes(opened, DiceRolled((None, None, 4, 2)), Won(2, 5))
    assert [one.pieces for one in dice.opened] == [("c5", words("4")), ("c5", words("2")), ("c3",)]
    (drawn,) = scenes(opened, CoinsDrawn((None, None, 1, 0)), Won(2, 5))
    assert [one.pieces for one in drawn.opened] == [("c5", "ca"), ("c5", "cn"), ("c3",)]


def test_what_the_winner_decided_stands_after_the_coins() -> None:
    auction, turn = scenes(CoinsRevealed(1, (3, 5)), Won(1, 5), Replaced(1, "S4", "S5"))
    assert (auction.title, turn.title) == ("Coins", "Turns")
