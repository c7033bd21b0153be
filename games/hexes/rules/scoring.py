"""What a run scores."""

from typing import NamedTuple

from games.rules.hexes.board import Board, Cell, Laid, Meeting, by_cell, meetings_of


class RunScore(NamedTuple):
    """The edges of a run that agree, each pair of edges once."""

    within: tuple[Meeting, ...]
    """Between two hexes of the run: each of the two scores."""
    against: tuple[Meeting, ...]
    """Between a hex of the run and one that was there before: only the laid one scores."""

    @property
    def points(self) -> int:
        """What the run is worth."""
        return 2 * len(self.within) + len(self.against)  # H4


def score_run(board: Board, length: int) -> RunScore:
    """Score the run made of the last `length` hexes of the board."""
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
