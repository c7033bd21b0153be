"""Portable Piecepack Notation: a header in YAML, then moves that take one position to the next.

The rows of a game's `Notation` are laid out one above the other, the first on top, a piece every two inches.
What the notation has no signs for, such as bids and hidden hands, stands in comments and in further keys.
"""

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from games.rules.core.notation import FACE_DOWN, Row

WIDTH = 100
APART = 2  # inches from one piece to the next: the side of a tile

Square = tuple[int, int]
"""A row's number and a place in it."""


class Moment(NamedTuple):
    """A step to be written: the position after it, and what is said of it."""

    place: str
    rows: Sequence[Row]
    comments: Sequence[str]


def written(header: Mapping[str, Any], moments: Iterable[Moment]) -> str:
    """Write a match. Values of the header are anything that JSON can hold."""
    keys = [f"{key}: {_one_line(value)}" for key, value in header.items() if value not in (None, "", [], {})]
    table = _Table()
    lines = [line for moment in moments for line in _lines(moment, table)]
    return "\n".join(["---", *keys, "...", *lines, ""])


def _one_line(value: object) -> str:
    """Write a value in one line; JSON is YAML."""
    return msgspec.json.encode(value).decode().replace("\x85", "\\u0085").replace("\u2028", "\\u2028")


def _lines(moment: Moment, table: "_Table") -> list[str]:
    """Write one step; a line may not look like the end of a header or the beginning of another match."""
    said = [f"{{{_comment(words)}}}" for words in moment.comments]
    text = " ".join([f"{moment.place}.", *table.moves_to(moment.rows), *said])
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def _comment(words: str) -> str:
    """Take out of a sentence what would end its comment or the match."""
    words = words.replace("{", "(").replace("}", ")").replace("...", "…")
    return " ".join(re.sub("-{2,}", "–", words).split())


@dataclass
class _Table:
    """The pieces as the moves written so far have left them."""

    lies: dict[Square, str] = field(default_factory=dict)
    rows: int = 0

    def moves_to(self, rows: Sequence[Row]) -> list[str]:
        """Write the moves that make the table look like these rows."""
        self.rows = len(rows)
        leaving, arriving = self._changes(rows)
        moves: list[str] = []
        for square, (row, place) in _carried(leaving, arriving, self.lies):
            if place is None or (row, place) not in self.lies:
                target = row, self._free_place(row) if place is None else place
                moves.append(f"{self._name(square)}-{self._name(target)}")
                self.lies[target] = self.lies.pop(square)
                leaving.remove(square)
                arriving.remove((row, place, self.lies[target]))
        moves += self._turned(leaving, arriving)
        for square in leaving:
            moves.append(f"*{self._name(square)}")
            del self.lies[square]
        for row, place, piece in arriving:
            target = row, self._free_place(row) if place is None else place
            moves.append(f"{piece}@{self._name(target)}")
            self.lies[target] = piece
        return moves

    def _changes(self, rows: Sequence[Row]) -> tuple[list[Square], list[tuple[int, int | None, str]]]:
        """What must leave its square, and what must arrive in which row, and where in it if that matters."""
        leaving: list[Square] = []
        arriving: list[tuple[int, int | None, str]] = []
        for number, row in enumerate(rows):
            lies = {place: piece for (of, place), piece in sorted(self.lies.items()) if of == number}
            if row.fixed:
                wanted = {place: piece for place, piece in enumerate(row.pieces) if piece}
                leaving += [(number, place) for place, piece in lies.items() if wanted.get(place) != piece]
                arriving += [(number, place, piece) for place, piece in wanted.items() if lies.get(place) != piece]
                continue
            missing = Counter(piece for piece in row.pieces if piece)
            for place, piece in lies.items():
                if missing[piece]:
                    missing[piece] -= 1
                else:
                    leaving.append((number, place))
            arriving += [(number, None, piece) for piece in missing.elements()]
        return leaving, arriving

    def _turned(self, leaving: list[Square], arriving: list[tuple[int, int | None, str]]) -> list[str]:
        """Pieces that stay where they are and show another face."""
        moves = []
        for row, place, piece in tuple(arriving):
            for square in leaving:
                if square[0] == row and place in (None, square[1]) and _same_piece(self.lies[square], piece):
                    moves.append(f"{self._name(square)}={piece}")
                    self.lies[square] = piece
                    leaving.remove(square)
                    arriving.remove((row, place, piece))
                    break
        return moves

    def _free_place(self, row: int) -> int:
        """The first empty place of a row."""
        place = 0
        while (row, place) in self.lies:
            place += 1
        return place

    def _name(self, square: Square) -> str:
        """A square as the notation names it: a letter for the column and a number for the row, from the bottom."""
        row, place = square
        column = APART * place
        letters = chr(ord("a") + column % 26)
        if column >= 26:
            letters = chr(ord("a") + column // 26 - 1) + letters
        return f"{letters}{APART * (self.rows - 1 - row) + 1}"


def _carried(
    leaving: Sequence[Square], arriving: Sequence[tuple[int, int | None, str]], lies: Mapping[Square, str]
) -> list[tuple[Square, tuple[int, int | None]]]:
    """Pieces that go from one row to another: those of which there is one alone, as every tile is."""
    known = {lies[square]: square for square in leaving if len(lies[square]) > 2}
    carried = [(known.pop(piece), (row, place)) for row, place, piece in arriving if piece in known]
    # Those that go anywhere in a row first: they may leave the very place that another must take.
    return sorted(carried, key=lambda move: move[1][1] is not None)


def _same_piece(before: str, after: str) -> bool:
    """Whether one piece can show both faces: a die of one suit, or a tile face down and face up."""
    if before[0] == "d":
        return before[:2] == after[:2]
    return before[0] == after[0] == FACE_DOWN and FACE_DOWN in (before, after)
