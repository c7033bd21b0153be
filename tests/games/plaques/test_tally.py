"""What a position of Concealed Draw promises each seat."""

from math import isclose

from msgspec.structs import replace

from games.plaques.rules import CONCEALED_DRAW
from games.plaques.rules.pieces import SUITED, TABLEAU_SIZE
from tests.engine.positions import states


def test_of_the_lives_one_is_to_be_lost_in_the_round() -> None:
    for state in states(CONCEALED_DRAW, 1):
        lost = sum(state.lives) - sum(CONCEALED_DRAW.tally(state))
        assert isclose(lost, 0 if state.phase == "over" else 1)


def test_nominating_costs_nothing() -> None:
    found = [state for state in states(CONCEALED_DRAW, 1) if state.phase == "nominate"]
    assert found and all(CONCEALED_DRAW.tally(state)[state.turn] == state.lives[state.turn] for state in found)


def test_a_better_tableau_promises_more() -> None:
    state = next(state for state in states(CONCEALED_DRAW, 1) if state.phase == "draw")
    best = replace(state, tableaux=(SUITED[:TABLEAU_SIZE], *state.tableaux[1:]))
    assert CONCEALED_DRAW.tally(best)[0] > CONCEALED_DRAW.tally(state)[0]
    assert all(CONCEALED_DRAW.tally(best)[seat] < CONCEALED_DRAW.tally(state)[seat] for seat in (1, 2, 3))
