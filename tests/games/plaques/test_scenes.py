"""What opened in a round of either game of plaques, as pieces."""

from engine.scenes import Opened, coins, words
from games.plaques.rules import CONCEALED_DRAW, PLAQUE_AUCTION
from games.plaques.rules.auction.events import Added, BidsOpened, Passed, Picked
from games.plaques.rules.concealed.events import LifeLost


def test_sealed_bids_open_together_highest_first_and_equal_ones_are_both_best() -> None:
    (scene,) = PLAQUE_AUCTION.scenes.of([BidsOpened((0, 1, 3), (2, 5, 5))], (), ())
    assert scene.opened == (Opened(1, (coins(5),)), Opened(3, (coins(5),)), Opened(0, (coins(2),)))
    assert scene.best == (1, 3)


def test_open_bids_and_passes_stand_in_their_order() -> None:
    (scene,) = PLAQUE_AUCTION.scenes.of([Added(2, 1, 3), Passed(0, "chose"), Passed(1, "no_tokens")], (), ())
    assert scene.opened == (Opened(2, (coins(3),)), Opened(0, (words("pass"),))), "who had to pass chose nothing"


def test_a_pick_shows_the_plaque() -> None:
    (scene,) = PLAQUE_AUCTION.scenes.of([Picked(2, "E9")], (), ())
    assert [one.pieces for one in scene.opened] == [("kE9",)]


def test_a_lost_life_stands_with_the_player_who_lost_it() -> None:
    (scene,) = CONCEALED_DRAW.scenes.of([LifeLost(1, 2, 0, 1)], (), ())
    (lost,) = scene.transfers
    assert (lost.source, lost.to, scene.best) == (0, None, (2,))
