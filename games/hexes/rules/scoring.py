"""The score of a run."""

from itertools import chain
from typing import NamedTuple

from games.hexes.rules.board import Board, Meeting, ground, neighbours


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
    if length == 1:
        return RunScore((), ground(board).met[first])
    run = {laid.cell for laid in board[first:]}
    within: list[Meeting] = []
    against: list[Meeting] = []
    for meeting in chain.from_iterable(ground(board).met[first:]):
        met = neighbours((meeting.q, meeting.r))[meeting.edge]
        (within if met in run else against).append(meeting)
    return RunScore(tuple(within), tuple(against))
