"""What the rules keep of the latest boards is what they would find out again."""

from collections.abc import Iterator
from operator import itemgetter

import pytest

from engine import choice
from engine.quick_chance import RandomChance
from games.hexes.rules import HEXES
from games.hexes.rules.board import _LATEST, Board, all_meetings, ground, meetings_of, neighbours, open_cells


def boards(seed: int) -> Iterator[Board]:
    """The boards of a match at random."""
    chance = RandomChance(seed)
    state = HEXES.initial_state(3, HEXES.Options(), chance).state
    while asked := HEXES.current_players(state):
        yield state.board
        joint = {seat: choice(chance, HEXES.legal_actions(state, seat)) for seat in asked}
        state = HEXES.apply(state, joint, chance).state


def found_again(board: Board) -> tuple[list[tuple[int, int]], list[object]]:
    """The free cells around a board in reading order, and its meetings, worked out without what is kept."""
    taken = {laid.cell: laid for laid in board}
    around = {cell for laid in board for cell in neighbours(laid.cell)}
    met: list[object] = []
    for number, laid in enumerate(board):
        met += meetings_of(laid, {other.cell: other for other in board[:number]})
    return sorted(around - taken.keys(), key=itemgetter(1, 0)), met


@pytest.mark.parametrize("between", [False, True], ids=["one match", "two matches in turn"])
def test_boards_that_grow_and_boards_of_other_matches(between: bool) -> None:
    _LATEST.clear()
    others = boards(2)
    for board in boards(1):
        free, met = found_again(board)
        assert list(open_cells(board)) == free
        assert list(all_meetings(board)) == met
        assert ground(board).specials == len([laid for laid in board if laid.special])
        assert ground(board).taken == {laid.cell: laid for laid in board}
        if between and (other := next(others, None)):
            assert list(open_cells(other)) == found_again(other)[0]


def test_a_board_that_was_taken_back() -> None:
    *_, last = boards(3)
    for size in (len(last), len(last) // 2, 1):
        assert list(open_cells(last[:size])) == found_again(last[:size])[0]
