"""Which conditional move answers a decision, and which are left after it."""

from types import SimpleNamespace
from typing import Any, Literal

import msgspec
import pytest

from engine.conditional_moves import (
    Chosen,
    Condition,
    ConditionalMove,
    Conditionals,
    Preference,
    chosen,
    left_over,
)
from examples.goofspiel.rules import GOOFSPIEL

Lasts = Literal["next", "once", "round", "always"]
FIRST, LAST, NONE = (Preference(pattern=pattern) for pattern in ("first", "last", "no such pattern"))
LEGAL = ("one", "two", "three")


class Words:
    """A game whose answers are words."""

    Action = str
    conditionals: Conditionals[Any, Any] = Conditionals()


def seen(**fields: Any) -> Any:
    """An observation in round 4 with these fields."""
    return SimpleNamespace(**{"round": 4, "scores": (5, 9, 2)} | fields)


def move(*preferences: Preference, **fields: Any) -> ConditionalMove:
    return ConditionalMove("answer", preferences or (LAST,), **fields)


def answer(*moves: ConditionalMove, step: int = 7, **fields: Any) -> Chosen | None:
    return chosen(Words(), moves, seen(**fields), 0, LEGAL, step=step)


def test_the_first_move_that_fits_is_used() -> None:
    assert answer(move(FIRST), move(LAST)) == Chosen("one", 0)
    other_decision = ConditionalMove("bid", (FIRST,))
    assert answer(other_decision, move(LAST)) == Chosen("three", 1)
    assert answer(other_decision) is None
    assert answer() is None


def test_nothing_is_answered_where_nothing_is_asked() -> None:
    assert chosen(Words(), (move(),), seen(), 0, (), step=7) is None


def test_a_move_waits_for_its_step_and_stays_in_its_round() -> None:
    assert answer(move(since=8)) is None
    assert answer(move(since=7)) is not None
    assert answer(move(lasts="round", period="3")) is None
    assert answer(move(lasts="round", period="4")) is not None


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (Condition("points", "at_least", 5), True),
        (Condition("points", "at_least", 6), False),
        (Condition("points", "at_most", 5), True),
        (Condition("points", "at_most", 4), False),
        (Condition("lead", "at_most", -4), True),
        (Condition("round", "yes"), True),
        (Condition("round", "no"), False),
        (Condition("a fact that this match lacks", "no"), False),
    ],
)
def test_conditions(condition: Condition, holds: bool) -> None:
    assert (answer(move(when=(condition,))) is not None) == holds


def test_all_conditions_must_hold() -> None:
    true, false = Condition("points", "at_least", 5), Condition("points", "at_least", 6)
    assert answer(move(when=(true, true))) is not None
    assert answer(move(when=(true, false))) is None


def test_the_first_preference_that_is_legal_is_granted() -> None:
    assert answer(move(NONE, LAST)) == Chosen("three", 0)
    assert answer(move(NONE), move(FIRST)) == Chosen("one", 1)


def test_an_exact_answer_is_given_only_while_it_is_legal() -> None:
    game, options = GOOFSPIEL, GOOFSPIEL.Options()
    state = game.initial_state(2, options, SimpleNamespace(below=lambda bound: 0)).state
    sight, legal = game.observation(state, 0), game.legal_actions(state, 0)
    preference = Preference(action=msgspec.to_builtins(legal[2]))
    kind = game.conditionals.kind(sight)
    moves = (ConditionalMove(kind, (preference,)),)
    assert chosen(game, moves, sight, 0, legal, step=1) == Chosen(legal[2], 0)
    assert chosen(game, moves, sight, 0, legal[:2], step=1) is None
    for damaged in ({"act": "castle"}, {}, {"act": 3}):
        odd = (ConditionalMove(kind, (Preference(action=damaged), Preference(pattern="first"))),)
        assert chosen(game, odd, sight, 0, legal, step=1) == Chosen(legal[0], 0), "as if it were not there"


def test_facts_that_most_games_have_come_from_what_a_seat_sees() -> None:
    values = Words.conditionals.values
    assert values(seen(), 1) == {"round": 4, "points": 9, "lead": 4}
    assert values(seen(round=None, turn=6, scores=None, points=(3, 3)), 0) == {"round": 6, "points": 3, "lead": 0}
    assert values(SimpleNamespace(), 0) == {}
    assert values(seen(), 5) == {"round": 4}, "who has no seat has no points"


def test_the_period_is_the_round_or_the_turn() -> None:
    assert Words.conditionals.period(seen()) == "4"
    assert Words.conditionals.period(SimpleNamespace(turn=9)) == "9"
    assert Words.conditionals.period(SimpleNamespace()) == ""


def test_a_game_lists_nothing_ahead_unless_it_says_so() -> None:
    assert Words.conditionals.kind(seen()) == "answer"
    assert Words.conditionals.ahead(seen(), 0) == {}
    assert Words.conditionals.words("one", seen()) == ""


@pytest.mark.parametrize(
    ("lasts", "used", "answered", "period", "stays"),
    [
        ("once", None, True, "4", True),
        ("once", 0, True, "4", False),
        ("next", None, True, "4", False),
        ("next", None, False, "4", True),
        ("round", 0, True, "4", True),
        ("round", None, True, "5", False),
        ("always", 0, True, "5", True),
    ],
)
def test_what_is_left_after_a_step(lasts: Lasts, used: int | None, answered: bool, period: str, stays: bool) -> None:
    moves = (move(lasts=lasts, period="4"),)
    assert left_over(moves, step=7, used=used, answered=answered, period=period) == (moves if stays else ())


def test_a_move_for_the_next_decision_outlasts_those_before_it() -> None:
    later = (move(lasts="next", since=9),)
    assert left_over(later, step=8, used=None, answered=True, period="4") == later
    assert left_over(later, step=9, used=None, answered=True, period="4") == ()
