"""Portable Piecepack Notation: a YAML header, then moves from one position to the next.

The rows of a game's `Notation` are stacked, the first on top, with two inches between pieces.
Bids, hidden hands and anything else the notation cannot express go into comments and extra keys.
"""

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from engine.notation import FACE_DOWN, Row

WIDTH = 100
APART = 2  # inches from one piece to the next: the side of a tile

Square = tuple[int, int]
"""A row's number and a place in that row."""


class Moment(NamedTuple):
    """A step to export: its place in the log, the position after it, and comments."""

    place: str
    rows: Sequence[Row]
    comments: Sequence[str]


def write_ppn(header: Mapping[str, Any], moments: Iterable[Moment]) -> str:
    """Return a match in the notation. Header values are anything that JSON can hold."""
    keys = [f"{key}: {_one_line(value)}" for key, value in header.items() if value not in (None, "", [], {})]
    table = _Table()
    lines = [line for moment in moments for line in _lines(moment, table)]
    return "\n".join(["---", *keys, "...", *lines, ""])


def _one_line(value: object) -> str:
    """Encode a value on one line; JSON is valid YAML."""
    return msgspec.json.encode(value).decode().replace("\x85", "\\u0085").replace("\u2028", "\\u2028")


def _lines(moment: Moment, table: "_Table") -> list[str]:
    """Return the lines of one step, none of which can be read as the end of a header or the start of a match."""
    comments = [f"{{{_comment(words)}}}" for words in moment.comments]
    text = " ".join([f"{moment.place}.", *table.moves_to(moment.rows), *comments])
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def _comment(words: str) -> str:
    """Remove anything that would end the comment or the match."""
    words = words.replace("{", "(").replace("}", ")").replace("...", "…")
    return " ".join(re.sub("-{2,}", "–", words).split())


@dataclass
class _Table:
    """The pieces after the moves written so far."""

    lies: dict[Square, str] = field(default_factory=dict)
    rows: int = 0

    def moves_to(self, rows: Sequence[Row]) -> list[str]:
        """Return the moves that turn the table into these rows."""
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
        moves += self._take_turned(leaving, arriving)
        for square in leaving:
            moves.append(f"*{self._name(square)}")
            del self.lies[square]
        for row, place, piece in arriving:
            target = row, self._free_place(row) if place is None else place
            moves.append(f"{piece}@{self._name(target)}")
            self.lies[target] = piece
        return moves

    def _changes(self, rows: Sequence[Row]) -> tuple[list[Square], list[tuple[int, int | None, str]]]:
        """The squares to clear, and the pieces to add: each with its row, and its place if that is fixed."""
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

    def _take_turned(self, leaving: list[Square], arriving: list[tuple[int, int | None, str]]) -> list[str]:
        """Return the moves that turn pieces over in place."""
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
        """Name a square: a letter for the column, then the row's number from the bottom."""
        row, place = square
        column = APART * place
        letters = chr(ord("a") + column % 26)
        if column >= 26:
            letters = chr(ord("a") + column // 26 - 1) + letters
        return f"{letters}{APART * (self.rows - 1 - row) + 1}"


def _carried(
    leaving: Sequence[Square], arriving: Sequence[tuple[int, int | None, str]], lies: Mapping[Square, str]
) -> list[tuple[Square, tuple[int, int | None]]]:
    """The pieces that move from one row to another. Each is unique, as every tile is."""
    known = {lies[square]: square for square in leaving if len(lies[square]) > 2}
    carried = [(known.pop(piece), (row, place)) for row, place, piece in arriving if piece in known]
    # Pieces without a fixed place move first: they may free the place that another needs.
    return sorted(carried, key=lambda move: move[1][1] is not None)


def _same_piece(before: str, after: str) -> bool:
    """True if both faces can belong to one piece: a die of one suit, or a tile before and after it is turned."""
    if before[0] == "d":
        return before[:2] == after[:2]
    return before[0] == after[0] == FACE_DOWN and FACE_DOWN in (before, after)
