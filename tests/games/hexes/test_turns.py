"""Bids, the order of play, taking, and the end of a turn."""

import pytest
from msgspec.structs import replace

from engine import RecordedChance
from games.hexes.rules import HEXES
from games.hexes.rules.actions import FINISH, Bid, Take
from games.hexes.rules.bidding import order_of_play
from games.hexes.rules.events import BidsRevealed, HexesDrawn, HexTaken, MatchEnded, PotShared, TieBreakerPassed
from games.hexes.rules.tiles import HEXES as ALL
from tests.games.hexes.tables import CHANCE, bid, bidding, only, play, table, take_all


def test_the_source_s_example_of_an_order_of_play():
    a, b, c, d, e = range(5)
    assert order_of_play((2, 3, 1, 2, 2), tie_breaker=a) == (b, a, d, e, c)


def test_equal_bids_go_clockwise_from_the_holder_round_the_table():
    assert order_of_play((1, 1, 1, 1), tie_breaker=2) == (2, 3, 0, 1)


def test_a_match_begins_with_n_tokens_a_seat_and_one_in_the_pot():  # H10
    state = HEXES.initial_state(5, HEXES.Options(tokens=9), CHANCE).state
    assert state.tokens == (9,) * 5
    assert state.pot == 1
    assert state.points == (0,) * 5


def test_a_random_seat_holds_the_tie_breaker_first():  # H8
    holders = {HEXES.initial_state(6, HEXES.Options(), CHANCE).state.tie_breaker for _ in range(200)}
    assert holders == set(range(6))


def test_the_bag_is_shuffled_once_and_drawn_from_in_its_order():  # H11
    state, events = HEXES.initial_state(3, HEXES.Options(), RecordedChance([*range(83, 0, -1), 2]))
    assert state.board[0].hex == ALL[0]
    assert state.drawn == ALL[1:4]
    assert events[-1] == HexesDrawn(1, ALL[1:4])
    after = bid(state, 0, 0, 0).state
    assert HEXES.apply(after, {2: Take(ALL[1])}, RecordedChance([])).state.bag == ALL[4:]


def test_a_bid_may_be_anything_from_none_to_all_tokens():
    state = bidding([3, 7, 1])
    assert HEXES.legal_actions(state, 0) == (Bid(0), Bid(1), Bid(2), Bid(3))
    assert HEXES.legal_actions(state, 2) == (Bid(0), Bid(1))


def test_bids_are_opened_together_and_make_the_order():
    step = bid(bidding([7, 7, 7], tie_breaker=1), 2, 2, 5)
    assert only(step, BidsRevealed) == BidsRevealed(1, (2, 2, 5), (2, 1, 0))
    assert step.state.phase == "take"
    assert step.state.tokens == (7, 7, 7)  # H10: until they go to the pot


def test_who_has_no_tokens_is_not_asked_and_bids_nothing():  # H5
    state = bidding([4, 0, 3], tie_breaker=1)
    assert HEXES.current_players(state) == (0, 2)
    assert HEXES.legal_actions(state, 1) == ()
    assert bid(state, 0, 0, 1).state.bids == (0, 0, 1)
    assert bid(state, 0, 0, 1).state.order == (2, 1, 0)


def test_each_takes_one_in_order_and_the_last_is_given_the_one_left():
    state = bid(bidding([7, 7, 7], tie_breaker=0), 1, 3, 2).state
    first, second, third = state.drawn
    assert HEXES.current_players(state) == (1,)
    assert HEXES.legal_actions(state, 1) == (Take(first), Take(second), Take(third))
    state = play(state, Take(second)).state
    assert HEXES.current_players(state) == (2,)
    step = play(state, Take(third))
    assert step.events == (HexTaken(2, third, was_last=False), HexTaken(0, first, was_last=True))
    assert step.state.hands == ((first,), (second,), (third,))
    assert step.state.drawn == ()


def test_runs_are_laid_in_the_reverse_of_the_order_of_play():
    state = take_all(bid(bidding([7, 7, 7], tie_breaker=0), 1, 3, 2).state)
    asked: list[int] = []
    for _ in range(3):
        asked += HEXES.current_players(state)
        state = play(state, FINISH).state
    assert asked == [0, 2, 1]
    assert state.turn == 2


def test_a_pot_of_17_for_five_gives_each_3_and_keeps_2():
    state = table([["AAABBB"]] * 5, pot=3, tokens=(7, 7, 7, 6, 6), bids=(3, 3, 3, 3, 2))
    step = play(state, *[FINISH] * 5)
    assert only(step, PotShared) == PotShared(pot=17, share=3, left=2)
    assert step.state.tokens == (7, 7, 7, 6, 7)
    assert step.state.pot == 2


def test_a_pot_too_small_to_share_stays():
    state = table([["AAABBB"]] * 3, pot=1, tokens=(7, 7, 7), bids=(0, 1, 0))
    step = play(state, *[FINISH] * 3)
    assert only(step, PotShared) == PotShared(pot=2, share=0, left=2)
    assert step.state.tokens == (7, 6, 7)


def test_the_tie_breaker_passes_clockwise_round_the_table():
    step = play(table([["AAABBB"]] * 3, tie_breaker=2), *[FINISH] * 3)
    assert only(step, TieBreakerPassed) == TieBreakerPassed(0)
    assert step.state.tie_breaker == 0


def test_the_next_turn_draws_a_hex_for_every_seat_and_hides_nothing_of_the_last():
    state = table([["AAABBB"], ["AAACCC"]])
    step = play(state, FINISH, FINISH)
    assert only(step, HexesDrawn) == HexesDrawn(2, state.bag[:2])
    after = step.state
    assert (after.phase, after.bids, after.order, after.drawn) == ("bid", (), (), state.bag[:2])
    assert after.bag == state.bag[2:]


@pytest.mark.parametrize(("left", "over"), [(3, False), (2, True), (0, True)])
def test_the_match_ends_when_the_bag_cannot_serve_every_seat(left, over):  # H7
    state = table([["AAABBB"]] * 3)
    state = replace(state, bag=state.bag[:left])
    step = play(state, *[FINISH] * 3)
    assert (step.state.phase == "over") == over
    assert (MatchEnded("bag") in step.events) == over
    assert len(step.state.bag) == (left if over else 0)  # H11: what is left is out of play
