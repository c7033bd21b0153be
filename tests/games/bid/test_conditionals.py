"""Conditional moves of Bid! find the answer that their words say, from facts that hold."""

import pytest
from msgspec.structs import replace

from games.bid.rules import BID
from games.bid.rules.actions import Bid, BidCoins, LetStand, Reroll, RerollDie
from tests.engine.patterns import fact, found
from tests.games.bid.table import STRONG_FIRST, auction, bid, opened

AUCTION = auction(hands=STRONG_FIRST)


@pytest.mark.parametrize(
    ("pattern", "number", "tile"),
    [("lowest", 0, "Sa"), ("highest", 0, "S5"), ("enough", 3, "S3"), ("enough", 0, "Sa"), ("enough", 6, None)],
)
def test_a_bid_of_so_much(pattern: str, number: int, tile: str | None) -> None:
    answer = found(BID, AUCTION, 0, pattern, number)
    assert answer == (None if tile is None else Bid((tile,)))


def test_two_tiles_of_a_double_auction_count_together() -> None:
    double = auction("Sa M2 C2 A2", hands=STRONG_FIRST)
    assert found(BID, double, 0, "highest") == Bid(("S4", "S5"))
    assert found(BID, double, 0, "enough", 8) == Bid(("S3", "S5"))


def test_facts_are_those_of_the_table() -> None:
    state = auction("Sa M2 C2 A2", scores=(5, 90, 40), coins=(3, 2, 2))
    assert [fact(BID, state, 0, f"ace_{suit}") for suit in "SMCA"] == [1, 0, 0, 0]
    assert fact(BID, state, 0, "coins") == 3
    assert (fact(BID, state, 0, "points"), fact(BID, state, 0, "lead")) == (5, -85)
    assert fact(BID, state, 1, "lead") == 50


def test_the_prize_threatens_if_another_would_reach_the_target_with_it() -> None:
    prize = fact(BID, AUCTION, 0, "prize")
    near = replace(AUCTION, scores=(0, AUCTION.options.target - prize, 0))
    assert fact(BID, near, 0, "threat") == 1
    assert fact(BID, near, 1, "threat") == 0, "one's own score is no threat"
    assert fact(BID, replace(near, scores=(0, AUCTION.options.target - prize - 1, 0)), 0, "threat") == 0


def test_answers_can_be_given_ahead_for_what_may_come() -> None:
    tie = bid(auction(coins=(0, 2, 2)), "S3", "M3", "C2", then="").state
    seen = BID.observation(tie, 1)
    ahead = BID.conditionals.ahead(seen, 1)
    assert BID.conditionals.kind(seen) == "tie_break"
    assert ahead["reroll"] == (LetStand(), Reroll())
    assert ahead["tie_break"] == tuple(BidCoins(coins) for coins in range(3))
    assert set(ahead["bid"]) == {Bid((tile,)) for tile in seen.hand}
    coins = BID.conditionals.ahead(BID.observation(opened(reroll="coins"), 0), 0)
    assert coins["reroll"] == (LetStand(), *(RerollDie(suit) for suit in "SMCA"))
