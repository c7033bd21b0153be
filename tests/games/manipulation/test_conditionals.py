"""Conditional moves of Manipulation find the answer that their words say, from facts that hold."""

import pytest

from games.manipulation.rules import MANIPULATION
from games.manipulation.rules.actions import Bid, Force, Keep, Pass, Pull, Push, Replace, Try
from games.manipulation.rules.state import ManipulationState
from tests.engine.patterns import fact, found
from tests.games.manipulation.positions import bid, play, position

AT_TURN = position(("S4 Ma C2", "M2 C3 A4"), code="5555", goals=("4444", "aaaa"))


def pulled(tile: str, *, code: str = "5555", goals: tuple[str, ...] = ("nnnn", "aaaa")) -> ManipulationState:
    """The auction of a tile that seat 0 pulled."""
    return play(position(("S4 S2 C2", "M2 C3 A4"), code=code, goals=goals, pile=tile), {0: Pull()}).state


def test_a_push_that_gives_a_suit_of_the_goal() -> None:
    assert found(MANIPULATION, AT_TURN, 0, "push_helps") == Push("S4")
    useless = position(("S4 Ma C2", "M2 C3 A4"), code="5555", goals=("nnnn", "aaaa"))
    assert found(MANIPULATION, useless, 0, "push_helps") is None


def test_a_pass_keeps_what_the_goal_needs() -> None:
    assert found(MANIPULATION, AT_TURN, 0, "pass_lowest") == Pass("Ma")
    needed = position(("Sa Ma C2", "M2 C3 A4"), code="5555", goals=("aann", "2222"))
    assert found(MANIPULATION, needed, 0, "pass_lowest") == Pass("C2")
    all_needed = position(("Sa Ma Ca", "M2 C3 A4"), code="5555", goals=("aaaa", "2222"))
    assert found(MANIPULATION, all_needed, 0, "pass_lowest") is None


@pytest.mark.parametrize(
    ("pattern", "number", "coin"), [("lowest", 0, 0), ("highest", 9, 5), ("highest", 3, 3), ("highest", -1, None)]
)
def test_a_coin(pattern: str, number: int, coin: int | None) -> None:
    answer = found(MANIPULATION, pulled("S3"), 1, pattern, number)
    assert answer == (None if coin is None else Bid(coin))


@pytest.mark.parametrize(
    ("tile", "goals", "helps", "hurts"),
    [("Sn", ("aaaa", "nnnn"), 1, 0), ("Sn", ("aaaa", "5555"), 0, 1), ("Sn", ("aaaa", "2222"), 0, 0)],
)
def test_what_the_auctioned_tile_means_for_the_goal(tile: str, goals: tuple[str, ...], helps: int, hurts: int) -> None:
    state = pulled(tile, goals=goals)
    assert (fact(MANIPULATION, state, 1, "helps"), fact(MANIPULATION, state, 1, "hurts")) == (helps, hurts)
    won = bid(state, 0, 5).state
    assert MANIPULATION.conditionals.kind(MANIPULATION.observation(won, 1)) == "decide"
    assert found(MANIPULATION, won, 1, "if_better") == (Replace() if helps else Keep())


def test_facts_are_those_of_the_table() -> None:
    state = position(("S4 Ma C2", "M2 C3 A4"), code="5544", goals=("4444", "aaaa"), stocks=((0, 4), (5,)), turn=7)
    assert [fact(MANIPULATION, state, 0, name) for name in ("suits", "coins", "best_coin", "round")] == [2, 2, 4, 7]
    assert (fact(MANIPULATION, state, 0, "helps"), fact(MANIPULATION, state, 0, "hurts")) == (0, 0)


def test_answers_can_be_given_ahead_for_what_may_come() -> None:
    seen = MANIPULATION.observation(AT_TURN, 1)
    ahead = MANIPULATION.conditionals.ahead(seen, 1)
    hand = ("M2", "C3", "A4")
    assert set(ahead["turn"]) == {Pull(), Force(0), *(of(tile) for of in (Push, Try, Pass) for tile in hand)}
    assert ahead["bid"] == tuple(Bid(coin) for coin in range(6))
    assert ahead["decide"] == (Replace(), Keep())
