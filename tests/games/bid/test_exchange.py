"""Bids, ties for highest, coins to break them, and the exchange of tiles."""

from itertools import product

import pytest

from games.bid.rules import BID
from games.bid.rules.actions import BidCoins
from games.bid.rules.events import AuctionTied, AuctionWon, BidsRevealed, CoinsRevealed, TilesExchanged
from games.bid.rules.ranking import STRENGTH, ranking_with_coins
from tests.games.bid.table import auction, bid, bid_coins, events_of, hand_after


def test_the_sources_first_example_on_swaps() -> None:
    state = auction()
    step = bid(state, "S5", "Mn", "C4")
    assert events_of(step, AuctionWon) == [AuctionWon(1, 0, 8, 0)]
    assert events_of(step, TilesExchanged) == [TilesExchanged(((0, 2, ("S5",)), (2, 1, ("C4",)), (1, 0, ("Mn",))))]
    assert step.state.hands == (
        hand_after(state, 0, "S5", "Mn"),
        hand_after(state, 1, "Mn", "C4"),
        hand_after(state, 2, "C4", "S5"),
    )
    assert step.state.scores == (8, 0, 0)


def test_the_sources_second_example_a_tie_broken_by_coins() -> None:
    state = auction()
    tied = bid(state, "S3", "M3", "C2", then="")
    assert tied.events == (BidsRevealed((("S3",), ("M3",), ("C2",))),)
    assert (tied.state.phase, tied.state.tied) == ("tie_break", (0, 1))
    assert BID.current_players(tied.state) == (0, 1)
    step = bid_coins(tied.state, s0=1, s1=2)
    assert step.events[:2] == (CoinsRevealed((1, 2, -1)), AuctionWon(1, 1, 8, 0))
    assert step.state.coins == (1, 0, 2)
    assert step.state.bank == 15
    assert step.state.scores == (0, 8, 0)
    assert step.state.hands == (
        hand_after(state, 0, "S3", "M3"),
        hand_after(state, 1, "M3", "C2"),
        hand_after(state, 2, "C2", "S3"),
    )


def test_the_sources_third_example_two_tied_below_keep_their_tiles() -> None:
    state = auction()
    step = bid(state, "Sa", "Ma", "C5")
    assert events_of(step, AuctionWon) == [AuctionWon(1, 2, 8, 0)]
    assert step.state.hands == state.hands
    assert not events_of(step, TilesExchanged)


def test_bids_count_the_sum_of_their_tiles() -> None:  # B5
    step = bid(auction("Sa M2 C2 A2"), "Sn S5", "M2 M4", "C3 C4")
    assert events_of(step, AuctionWon) == [AuctionWon(1, 2, 12, 0)]


def test_the_null_counts_nothing_and_the_ace_one() -> None:
    assert [STRENGTH[bid] for bid in [("Sn",), ("Ma",), ("C5",), ("Aa", "A5")]] == [0, 1, 5, 6]


def test_coins_rank_those_tied_for_highest_only() -> None:  # B5
    tied = bid(auction(players=4), "S4", "M4", "C4", "A3", then="").state
    step = bid_coins(tied, s0=0, s1=2, s2=1)
    assert events_of(step, AuctionWon) == [AuctionWon(1, 1, 8, 0)]
    gifts = [(giver, taker) for giver, taker, _ in events_of(step, TilesExchanged)[0].gifts]
    assert gifts == [(1, 2), (2, 0), (0, 3), (3, 1)]


def test_a_winner_of_three_tied_may_leave_two_equal() -> None:  # B5, B6
    state = auction()
    tied = bid(state, "S4", "M4", "C4", then="").state
    step = bid_coins(tied, s0=2, s1=1, s2=1)
    assert events_of(step, AuctionWon) == [AuctionWon(1, 0, 8, 0)]
    assert step.state.hands == state.hands
    assert step.state.coins == (0, 1, 1)


def test_equal_coins_leave_no_winner_and_still_go_to_the_bank() -> None:  # B5, B7
    tied = bid(auction(), "S4", "M4", "C2", then="").state
    step = bid_coins(tied, s0=1, s1=1)
    assert events_of(step, AuctionTied) == [AuctionTied(1, (0, 1), 0)]
    assert step.state.scores == (0, 0, 0)
    assert step.state.coins == (1, 1, 2)
    assert step.state.bank == 14


def test_the_tied_are_those_equal_in_tiles_and_coins() -> None:  # B5
    tied = bid(auction(), "S4", "M4", "C4", then="").state
    step = bid_coins(tied, s0=2, s1=1, s2=2)
    assert events_of(step, AuctionTied) == [AuctionTied(1, (0, 2), 0)]


def test_two_tied_in_the_middle_stay_put() -> None:  # B6: bids 5, 3, 3, 1
    state = auction(players=4)
    step = bid(state, "S5", "M3", "C3", "Aa")
    assert events_of(step, TilesExchanged) == [TilesExchanged(((0, 3, ("S5",)), (3, 0, ("Aa",))))]
    assert step.state.hands[1:3] == state.hands[1:3]


def test_without_a_winner_those_left_swap() -> None:  # B6: bids 4, 4, 2, 1 and equal coins
    state = auction(players=4)
    tied = bid(state, "S4", "M4", "C2", "Aa", then="").state
    step = bid_coins(tied, s0=0, s1=0)
    assert events_of(step, AuctionTied)
    assert events_of(step, TilesExchanged) == [TilesExchanged(((2, 3, ("C2",)), (3, 2, ("Aa",))))]
    assert step.state.hands[:2] == state.hands[:2]


def test_one_left_without_a_winner_keeps_the_tile() -> None:  # B6
    state = auction()
    tied = bid(state, "S4", "M4", "C2", then="").state
    assert bid_coins(tied, s0=0, s1=0).state.hands == state.hands


def test_a_tied_player_beaten_by_coins_takes_part_in_the_exchange() -> None:  # B6
    state = auction(players=4)
    tied = bid(state, "S4", "M4", "C4", "A2", then="").state
    step = bid_coins(tied, s0=2, s1=2, s2=1)
    assert events_of(step, AuctionTied) == [AuctionTied(1, (0, 1), 0)]
    assert events_of(step, TilesExchanged) == [TilesExchanged(((2, 3, ("C4",)), (3, 2, ("A2",))))]


def test_two_tiles_change_hands_together() -> None:  # B6, B11
    state = auction("Sa M2 C2 A2")
    step = bid(state, "S3 S5", "M3 M4", "Cn Ca")
    assert step.state.hands[0] == hand_after(state, 0, "S3 S5", "Cn Ca")
    assert step.state.hands[1] == hand_after(state, 1, "M3 M4", "S3 S5")
    assert step.state.hands[2] == hand_after(state, 2, "Cn Ca", "M3 M4")


@pytest.mark.parametrize("highest", range(6))
def test_every_exchange_of_four_follows_the_rule(highest: int) -> None:  # B5, B6
    for values in product(range(highest + 1), repeat=4):
        if max(values) == highest:
            the_exchange_follows_the_rule(values)


def the_exchange_follows_the_rule(values: tuple[int, ...]) -> None:
    tiles = tuple((suit + "na2345"[value],) for suit, value in zip("SMCA", values, strict=True))
    highest = [seat for seat in range(4) if values[seat] == max(values)]
    for coins in product(range(3), repeat=len(highest)) if len(highest) > 1 else [()]:
        coin_bids = [0, 0, 0, 0]
        for seat, number in zip(highest, coins, strict=False):
            coin_bids[seat] = number
        ranks = list(zip(values, coin_bids, strict=True))
        left = sorted((rank for rank in ranks if ranks.count(rank) == 1), reverse=True)
        seats = [ranks.index(rank) for rank in left]
        cycle = [(seat, seats[(place + 1) % len(seats)]) for place, seat in enumerate(seats)]
        ranking = ranking_with_coins(tiles, tuple(coin_bids))
        assert ranking.top == tuple(seat for seat in range(4) if ranks[seat] == max(ranks))
        assert list(ranking.gifts) == (cycle if len(cycle) > 1 else [])


def test_a_tied_player_without_coins_is_not_asked_and_bids_none() -> None:  # B13
    tied = bid(auction(coins=(0, 2, 2)), "S3", "M3", "C2", then="").state
    assert tied.tied == (0, 1)
    assert BID.current_players(tied) == (1,)
    assert list(BID.legal_actions(tied, 0)) == []
    assert list(BID.legal_actions(tied, 1)) == [BidCoins(0), BidCoins(1), BidCoins(2)]
    won = bid_coins(tied, s1=1)
    assert events_of(won, CoinsRevealed) == [CoinsRevealed((0, 1, -1))]
    assert events_of(won, AuctionWon) == [AuctionWon(1, 1, 8, 0)]
    assert events_of(bid_coins(tied, s1=0), AuctionTied) == [AuctionTied(1, (0, 1), 0)]


def test_a_tie_among_players_without_coins_is_not_broken() -> None:  # B13
    step = bid(auction(coins=(0, 0, 2)), "S3", "M3", "C2")
    assert events_of(step, AuctionTied) == [AuctionTied(1, (0, 1), 0)]
    assert not events_of(step, CoinsRevealed)
    assert step.state.round == 2


def test_nobody_stays_tied_into_the_next_round() -> None:
    tied = bid(auction(), "S3", "M3", "C2", then="").state
    after = bid_coins(tied, s0=1, s1=2).state
    assert (after.tied, after.bids, after.hands_shown) == ((), (), False)


def test_a_coin_bid_may_be_all_that_a_player_has() -> None:
    tied = bid(auction(coins=(7, 0, 0)), "S3", "M3", "C2", then="").state
    assert len(BID.legal_actions(tied, 0)) == 8
    assert bid_coins(tied, s0=7).state.coins == (0, 0, 0)
