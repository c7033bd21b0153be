"""Statements (T4)."""

import msgspec
import pytest
from msgspec.structs import replace

from engine.piecepack import SUITS, TILES
from engine.scenes import words
from games.tp5.rules import TP5
from games.tp5.rules.actions import Claim, MakeStatement
from games.tp5.rules.events import StatementMade
from games.tp5.rules.state import Statement, Tp5State
from games.tp5.rules.statements import is_true_of, left_open, statement_words, statements_about
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
    listed = statements_about(2, tile, with_or=False)
    assert len(listed) == len(set(listed)) == 222
    for statement in listed:
        left = [other for other in TILES if is_true_of(other, statement)]
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
    assert statement_words(Statement(0, ("C", "A"), VALUES)) == "its suit is Crowns or Arms"
    assert statement_words(Statement(0, EVERY_SUIT, (2, 3, 5))) == "its value is two, three or five"
    assert statement_words(Statement(0, ("S",), (1, 6))) == "its suit is Suns and its value is null or ace"


def test_values_of_statements_are_those_of_tiles() -> None:
    assert set(VALUE_OF.values()) == set(VALUES)


TALKING = ("Sn", "C2", "C3", "C5")


def with_or(*row: str, players: int = 3) -> Tp5State:
    """As `talking`, with the option of “or”."""
    return replace(talking(*row, players=players), or_statements=True)


def test_t20_a_crown_or_a_five_is_allowed_by_the_option_alone() -> None:
    statement = MakeStatement(1, ("C",), (5,), either=True)
    state = with_or(*TALKING)
    assert statement in TP5.legal_actions(state, 0)
    step = answer(state, statement)
    assert step.state.statements[0] == Statement(1, ("C",), (5,), either=True)
    assert of_kind(step, StatementMade) == [StatementMade(0, 1, ("C",), (5,), either=True)]
    assert refused(talking(*TALKING), 0, statement) == "or_not_offered"


@pytest.mark.parametrize(
    ("suits", "values", "code"),
    [
        (("S",), (5, 6), "statement_false"),
        (("C",), (1, 2, 3), "statement_too_vague"),
        (("S", "C"), (2,), "statement_too_vague"),
        (EVERY_SUIT, (2,), "statement_too_vague"),
        (("C",), VALUES, "statement_too_vague"),
        ((), (2,), "statement_unclear"),
        (("C",), (), "statement_unclear"),
    ],
)
def test_t20_what_or_may_not_say(suits: tuple[str, ...], values: tuple[int, ...], code: str) -> None:
    assert refused(with_or(*TALKING), 0, MakeStatement(1, suits, values, either=True)) == code


def test_t20_either_part_makes_it_true() -> None:
    state = with_or(*TALKING)
    for suits, values in [(("C",), (5,)), (("S",), (2,)), (("C",), (2, 5))]:
        TP5.check(state, 0, MakeStatement(1, suits, values, either=True))


def _reference(tile: str) -> set[tuple[bool, str, str, str]]:
    """All statements of T4 and T20 about a tile, by trying every one against all 24 tiles as they are printed."""
    worth = {"n": 1, "2": 2, "3": 3, "4": 4, "5": 5, "a": 6}
    found = set()
    for number in range(1 << 10):
        suits = [suit for bit, suit in enumerate("SMCA") if number >> bit & 1]
        values = [value for bit, value in enumerate((1, 2, 3, 4, 5, 6)) if number >> (4 + bit) & 1]
        for join in (all, any):
            left = [
                suit + rank
                for suit in "SMCA"
                for rank in "n2345a"
                if suits and values and join((suit in suits, worth[rank] in values))
            ]
            if tile in left and len(left) <= 12:
                found.add((join is any, "".join(suits), "".join(map(str, values)), tile))
    return found


@pytest.mark.parametrize("tile", TILES)
def test_t20_exactly_the_true_statements_of_both_kinds_are_listed(tile: str) -> None:
    listed = statements_about(2, tile, with_or=True)
    said = [(one.either, "".join(one.suits), "".join(map(str, one.values)), tile) for one in listed]
    assert len(said) == len(set(said)) == 222 + 39
    assert set(said) == _reference(tile)
    sizes = [sum(is_true_of(other, one) for other in TILES) for one in listed]
    assert sizes == sorted(sizes, reverse=True) == [left_open(one) for one in listed]


def test_t20_it_is_read_out_and_drawn_with_or() -> None:
    assert statement_words(Statement(0, ("S",), (5,), either=True)) == "its suit is Suns, or its value is five"
    step = answer(with_or(*TALKING), MakeStatement(1, ("C",), (5, 6), either=True))
    (event,) = of_kind(step, StatementMade)
    (scene,) = TP5.scenes.of((event,), (), ())
    assert scene.opened[0].pieces == (words("Crowns or 5, ace"),)


def test_t20_old_statements_are_written_as_before() -> None:
    """So records without the option replay to the same log."""
    assert msgspec.json.encode(MakeStatement(1, ("S",), (1,))) == (
        b'{"act":"make_statement","slot":1,"suits":["S"],"values":[1]}'
    )
    assert msgspec.json.encode(StatementMade(0, 1, ("S",), (1,))) == (
        b'{"event":"statement_made","player":0,"slot":1,"suits":["S"],"values":[1]}'
    )
    assert msgspec.json.encode(Statement(1, ("S",), (1,))) == b'{"slot":1,"suits":["S"],"values":[1]}'
    assert b'"either":true' in msgspec.json.encode(MakeStatement(1, ("S",), (1,), either=True))
