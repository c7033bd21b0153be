"""Auctions: sealed coins, ties, luck."""

import pytest

from engine import Step
from games.manipulation.rules import MANIPULATION
from games.manipulation.rules.actions import Bid, Keep, Pull, Try
from games.manipulation.rules.events import CoinsDrawn, CoinsRevealed, DiceRolled, Tied, Won
from games.manipulation.rules.state import FULL_STOCK, ManipulationState, Stock
from tests.games.manipulation.positions import bid, of_type, play, position

HANDS = ("Sn S4 S2", "M2 M3 Ca", "Cn C2 C3", "An Aa A4")


def auction(seats: int, *stocks: Stock) -> ManipulationState:
    """A pulled tile that all seats bid for."""
    state = position(HANDS[:seats], pile="A2 A3", stocks=stocks or (FULL_STOCK,) * seats)
    return play(state, {0: Pull()}).state


def winner(step: Step[ManipulationState]) -> int | None:
    assert step.state.auction is not None
    return step.state.auction.winner


def test_everyone_bids_also_for_a_tried_tile() -> None:  # M1
    tried = play(position(HANDS, pile="A2 A3"), {0: Try("S2")}).state
    assert MANIPULATION.current_players(tried) == (0, 1, 2, 3)
    assert MANIPULATION.legal_actions(tried, 3) == tuple(Bid(coin) for coin in range(6))


def test_one_highest_coin_wins_and_is_spent_alone() -> None:
    step = bid(auction(4), 3, 5, 4, 3)
    assert winner(step) == 1
    assert step.state.stocks == (FULL_STOCK, (0, 1, 2, 3, 4), FULL_STOCK, FULL_STOCK)
    assert step.events == (CoinsRevealed(1, (3, 5, 4, 3)), Won(1, 5))


def test_those_tied_spend_and_bid_again_alone() -> None:
    step = bid(auction(4), 3, 5, 4, 5)
    assert step.events == (CoinsRevealed(1, (3, 5, 4, 5)), Tied(1, (1, 3), 5))
    assert MANIPULATION.current_players(step.state) == (1, 3)
    assert MANIPULATION.legal_actions(step.state, 1) == tuple(Bid(coin) for coin in range(5))  # M13
    again = bid(step.state, None, 2, None, 4)
    assert winner(again) == 3
    assert again.state.stocks == (FULL_STOCK, (0, 1, 2, 3, 4), FULL_STOCK, (0, 1, 2, 3))
    assert again.events == (CoinsRevealed(2, (None, 2, None, 4)), Won(3, 4))


def test_a_second_tie_is_spent_and_broken_by_coins_drawn() -> None:
    first = bid(auction(4), 5, 5, 4, 5).state
    step = bid(first, 4, 4, None, 3, draws=(0, 3))  # M5
    assert winner(step) == 1
    assert step.state.stocks == ((0, 1, 2, 3), (0, 1, 2, 3), FULL_STOCK, (0, 1, 2, 3, 4))
    assert step.events == (
        *(CoinsRevealed(2, (4, 4, None, 3)), Tied(2, (0, 1), 4)),
        *(CoinsDrawn((0, 3, None, None)), Won(1, None)),
    )


def test_a_coin_is_drawn_from_what_is_left_and_not_spent() -> None:  # M13
    first = bid(auction(2, (0, 2, 4, 5), (0, 4, 5)), 5, 5).state
    step = bid(first, 4, 4, draws=(1, 0))
    assert of_type(step.events, CoinsDrawn) == [CoinsDrawn((2, 0))]
    assert step.state.stocks == ((0, 2), (0,))


def test_only_those_tied_in_the_draw_roll_and_only_those_tied_roll_again() -> None:  # M5
    first = bid(auction(4), 5, 5, 5, 5).state
    coins, rolls = (3, 3, 2, 3), ((4, 4, 1), (2, 5))
    step = bid(first, 4, 4, 4, 4, draws=(*coins, *rolls[0], *rolls[1]))
    assert of_type(step.events, CoinsDrawn) == [CoinsDrawn(coins)]
    assert of_type(step.events, DiceRolled) == [DiceRolled((4, 4, None, 1)), DiceRolled((2, 5, None, None))]
    assert winner(step) == 1
    assert step.events[-1] == Won(1, None)


def test_the_die_has_the_faces_null_to_five() -> None:
    nulls: tuple[Stock, ...] = ((0,), (0,))
    state = position(HANDS[:2], pile="A2 A3", stocks=nulls)
    step = play(state, {0: Pull()}, 0, 0, 5, 0)
    assert of_type(step.events, DiceRolled) == [DiceRolled((5, 0))]
    assert winner(step) == 0


def test_all_bid_null_and_nobody_spends() -> None:
    step = bid(auction(4), 0, 0, 0, 0)
    assert step.events[-1] == Tied(1, (0, 1, 2, 3), 0)
    assert step.state.stocks == (FULL_STOCK,) * 4
    assert MANIPULATION.current_players(step.state) == (0, 1, 2, 3)
    again = bid(step.state, 0, 0, 0, 0, draws=(1, 5, 2, 0))
    assert again.state.stocks == (FULL_STOCK,) * 4
    assert of_type(again.events, CoinsDrawn) == [CoinsDrawn((1, 5, 2, 0))]
    assert winner(again) == 1


def test_three_tied_then_two_of_them() -> None:  # M5
    first = bid(auction(4), 4, 4, 1, 4)
    assert of_type(first.events, Tied) == [Tied(1, (0, 1, 3), 4)]
    step = bid(first.state, 3, 2, None, 3, draws=(0, 1))
    assert of_type(step.events, Tied) == [Tied(2, (0, 3), 3)]
    assert of_type(step.events, CoinsDrawn) == [CoinsDrawn((0, None, None, 1))]
    assert winner(step) == 3
    assert step.state.stocks[1] == (0, 1, 2, 3, 5)


def test_who_spent_the_last_coin_bids_the_null_unasked() -> None:  # M4
    first = bid(auction(3, (0, 5), FULL_STOCK, FULL_STOCK), 5, 5, 1)
    assert first.state.stocks[0] == (0,)
    assert MANIPULATION.current_players(first.state) == (1,)
    assert MANIPULATION.legal_actions(first.state, 0) == ()
    step = bid(first.state, None, 0, None, draws=(0, 2))
    assert step.events[0] == CoinsRevealed(2, (0, 0, None))
    assert of_type(step.events, CoinsDrawn) == [CoinsDrawn((0, 2, None))]
    assert winner(step) == 1


def test_who_has_only_the_null_is_not_asked_in_the_first_round() -> None:  # M4
    state = auction(3, FULL_STOCK, (0,), (0, 3))
    assert MANIPULATION.current_players(state) == (0, 2)
    assert bid(state, 1, None, 3).events[0] == CoinsRevealed(1, (1, 0, 3))


def test_nobody_asked_means_that_chance_decides_at_once() -> None:  # M4
    state = position(HANDS[:3], pile="A2 A3", stocks=((0,), (0,), (0,)))
    step = play(state, {0: Pull()}, 0, 0, 0, 2, 4, 1)
    assert [event.round for event in of_type(step.events, CoinsRevealed)] == [1, 2]
    assert of_type(step.events, DiceRolled) == [DiceRolled((2, 4, 1))]
    assert winner(step) == 1
    assert MANIPULATION.current_players(step.state) == (1,)


def test_two_who_spend_their_last_coins_in_a_tie_go_on_to_the_dice_at_once() -> None:  # M4
    step = bid(auction(3, (0, 5), (0, 5), FULL_STOCK), 5, 5, 4, draws=(0, 0, 3, 1))
    assert of_type(step.events, Tied) == [Tied(1, (0, 1), 5), Tied(2, (0, 1), 0)]
    assert winner(step) == 0
    assert step.state.stocks == ((0,), (0,), FULL_STOCK)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_winner_decides(seats: int) -> None:  # M15
    for seat in range(seats):
        coins = [5 if bidder == seat else 1 for bidder in range(seats)]
        won = bid(auction(seats), *coins).state
        assert MANIPULATION.current_players(won) == (seat,)
        assert play(won, {seat: Keep()}).state.player == 1
