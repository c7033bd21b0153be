"""What opened in a round of Bid!, as pieces."""

from collections.abc import Sequence

from engine.scenes import Opened, Scene, Transfer, coins, points
from games.bid.rules import BID
from games.bid.rules.events import (
    AuctionTied,
    AuctionWon,
    BidEvent,
    BidsRevealed,
    BonusScored,
    CoinsPaid,
    CoinsRevealed,
    DiceRerolled,
    DiceStood,
    DieRerolled,
    HandsShown,
    TilesExchanged,
)


def scenes(*events: BidEvent) -> Sequence[Scene]:
    return BID.scenes.of(events, (), ())


def test_bids_are_shown_strongest_first_with_the_winner_and_what_changed_hands() -> None:
    bids = BidsRevealed((("S4",), ("M5",), ("C2",)))
    (scene,) = scenes(bids, AuctionWon(3, 1, 9, 1), TilesExchanged(((0, 1, ("S4",)),)))
    assert [one.player for one in scene.opened] == [1, 0, 2]
    assert scene.best == (1,)
    assert scene.transfers == (Transfer(points(9), 1), Transfer(coins(1), 1), Transfer("tS4", 1, 0))


def test_a_tie_shows_what_each_lost_if_anything() -> None:
    bids = BidsRevealed((("S4",), ("M4",), ("C2",)))
    (lost,) = scenes(bids, AuctionTied(3, (0, 1), 9))
    assert lost.transfers == (Transfer(points(-9), None, 0), Transfer(points(-9), None, 1))
    (free,) = scenes(bids, AuctionTied(3, (0, 1), 0))
    assert not free.transfers and not free.best


def test_coins_that_break_a_tie_are_shown_for_those_who_bid_them() -> None:
    (scene,) = scenes(CoinsRevealed((-1, 1, 2)), AuctionWon(3, 2, 9, 0))
    assert scene.opened == (Opened(2, (coins(2),)), Opened(1, (coins(1),)))


def test_dice_are_shown_again_with_what_they_cost() -> None:
    (all_four,) = scenes(DiceRerolled(1, ("S2", "Mn", "Ca", "A5")), CoinsPaid((0, 2), 1))
    assert (all_four.opened, all_four.table) == ((Opened(1, ("pM",)),), ("dS2", "dMn", "dCa", "dA5"))
    assert all_four.transfers == (Transfer(coins(1), 0), Transfer(coins(1), 2))
    (one,) = scenes(DieRerolled(2, "S2", "S5"))
    assert (one.opened, one.table) == ((Opened(2, (coins(1),)),), ("dS2", "dS5"))


def test_the_ace_of_arms_shows_hands_and_who_scored() -> None:
    (scene,) = scenes(HandsShown((("S5",), ("M2", "M3"))), BonusScored((1,), 4))
    assert scene.opened == (Opened(0, ("tS5",)), Opened(1, ("tM2", "tM3")))
    assert (scene.best, scene.transfers) == ((1,), (Transfer(points(4), 1),))


def test_dice_that_stand_show_nothing() -> None:
    assert scenes(DiceStood()) == ()
