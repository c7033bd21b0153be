"""Statements (T4)."""

import pytest
from msgspec.structs import replace

from engine.piecepack import SUITS, TILES
from games.tp5.rules import TP5
from games.tp5.rules.actions import Claim, MakeStatement
from games.tp5.rules.events import StatementMade
from games.tp5.rules.state import Statement, Tp5State
from games.tp5.rules.statements import is_true_of, statement_words, statements_about
from games.tp5.rules.values import VALUE_OF, VALUES
from tests.games.tp5.tables import answer, of_kind, refused, table

EVERY_SUIT = tuple(SUITS)


def talking(*row: str, players: int = 3) -> Tp5State:
    """Seat 0 deals and speaks first. Its row is as given, and its first tile was revealed."""
    return table(players, tiles=row, phase="statement")


def test_from_the_dealer_to_the_right() -> None:
    state = replace(talking("Sn", "C2", "C3", "C5"), dealer=0)
    for seat in (0, 2, 1):
        assert state.asked == (seat,)
        state = answer(state, TP5.default_action(state, seat)).state
    assert state.phase == "claim"


@pytest.mark.parametrize(
    ("suits", "values"),
    [(("C", "A"), VALUES), (EVERY_SUIT, (2, 3, 5))],
    ids=["neither Sun nor Moon", "prime"],
)
def test_t4_sample_statements_that_are_accepted(suits: tuple[str, ...], values: tuple[int, ...]) -> None:
    state = talking("Sn", "C2", "C3", "C5")
    statement = MakeStatement(1, suits, values)
    assert statement in TP5.legal_actions(state, 0)
    step = answer(state, statement)
    assert step.state.statements[0] == Statement(1, suits, values)
    assert of_kind(step, StatementMade) == [StatementMade(0, 1, suits, values)]


@pytest.mark.parametrize(
    ("suits", "values"),
    [(EVERY_SUIT, (1, 2, 3, 4)), (("S", "M", "C"), VALUES)],
    ids=["less than 5", "not Arms"],
)
def test_t4_sample_statements_that_are_refused(suits: tuple[str, ...], values: tuple[int, ...]) -> None:
    assert refused(talking("Sn", "C2", "C3", "C5"), 0, MakeStatement(1, suits, values)) == "statement_too_vague"


def test_t4_a_false_statement_is_refused() -> None:
    state = talking("Sn", "C2", "C3", "C5")
    assert refused(state, 0, MakeStatement(1, ("S", "M"), (2,))) == "statement_false"
    assert refused(state, 0, MakeStatement(1, ("C",), (3, 4))) == "statement_false"


def test_t4_one_about_the_revealed_tile_is_refused() -> None:
    assert refused(talking("Sn", "C2", "C3", "C5"), 0, MakeStatement(0, ("S",), (1,))) == "tile_was_revealed"


def test_t4_its_twin_may_be_spoken_of() -> None:
    state = talking("Sn", "Sn", "C3", "C5", players=7)
    answer(state, MakeStatement(1, ("S",), (1,)))


def test_t4_only_about_a_tile_of_ones_own_row() -> None:
    slots = {action.slot for action in TP5.legal_actions(talking("Sn", "C2", "C3", "C5"), 0)}  # type: ignore[union-attr]
    assert slots == {1, 2, 3}


@pytest.mark.parametrize(
    ("suits", "values"),
    [((), (2,)), (("C",), ()), (("C", "C"), (2,)), (("A", "C"), (2,)), (("C",), (3, 2)), (("X",), (2,))],
)
def test_a_statement_is_written_in_one_way_only(suits: tuple[str, ...], values: tuple[int, ...]) -> None:
    state = talking("Sn", "C2", "C3", "C5")
    assert refused(state, 0, MakeStatement(1, suits, values)) == "statement_unclear"


def test_another_kind_of_answer_is_refused() -> None:
    assert refused(talking("Sn", "C2", "C3", "C5"), 0, Claim(3, 0)) == "wrong_answer"


@pytest.mark.parametrize("tile", TILES)
def test_t4_all_true_statements_that_leave_at_most_12_are_listed(tile: str) -> None:
    listed = statements_about(2, tile)
    assert len(listed) == len(set(listed)) == 222
    for statement in listed:
        left = [other for other in TILES if is_true_of(other, statement.suits, statement.values)]
        assert tile in left
        assert len(left) == len(statement.suits) * len(statement.values) <= 12
    sizes = [len(statement.suits) * len(statement.values) for statement in listed]
    assert sizes == sorted(sizes, reverse=True)


def test_t19_a_missed_deadline_says_as_little_as_it_can_of_the_first_tile() -> None:
    state = talking("Sn", "C2", "C3", "C5")
    statement = TP5.default_action(state, 0)
    assert isinstance(statement, MakeStatement)
    assert statement.slot == 1
    assert len(statement.suits) * len(statement.values) == 12


def test_statements_are_read_out_in_words() -> None:
    assert statement_words(("C", "A"), VALUES) == "its suit is Crowns or Arms"
    assert statement_words(EVERY_SUIT, (2, 3, 5)) == "its value is two, three or five"
    assert statement_words(("S",), (1, 6)) == "its suit is Suns and its value is null or ace"


def test_values_of_statements_are_those_of_tiles() -> None:
    assert set(VALUE_OF.values()) == set(VALUES)
