"""The score of a run."""

from typing import NamedTuple

from games.hexes.rules.board import Board, Cell, Laid, Meeting, by_cell, meetings_of


class RunScore(NamedTuple):
    """The matching edges of a run, each pair once."""

    within: tuple[Meeting, ...]
    """Pairs between two hexes of the run: both hexes score."""
    against: tuple[Meeting, ...]
    """Pairs between a hex of the run and an older one: only the new hex scores."""

    @property
    def points(self) -> int:
        """The points of the run."""
        return 2 * len(self.within) + len(self.against)  # H4


def score_run(board: Board, length: int) -> RunScore:
    """Score the run that consists of the last `length` hexes of the board."""
    first = len(board) - length
    before = by_cell(board[:first])
    run: dict[Cell, Laid] = {}
    within: list[Meeting] = []
    against: list[Meeting] = []
    for laid in board[first:]:
        within += meetings_of(laid, run)
        against += meetings_of(laid, before)
        run[laid.cell] = laid
    return RunScore(tuple(within), tuple(against))
