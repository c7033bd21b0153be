"""A position as a standalone SVG: a title, then a line of pieces for each row."""

import base64
import hashlib
from typing import NamedTuple

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from engine.notation import Row
from engine.view import MatchView
from foundation.drawings import KINDS, drawing_of, words_of
from games.registry import GAMES
from matches.notices import table_title
from matches.view.exports import rows_of
from matches.web.pictures.styles import style

WIDTH = 720
NARROWEST = 360
MARGIN = 20
GAP = 6
LABEL = 26
MARK = 15


class Placed(NamedTuple):
    """A piece and its position."""

    x: float
    y: float
    width: float
    height: float
    drawing: SafeString
    marks: tuple[tuple[float, int], ...]
    """The horizontal positions of the seats' marks below it."""
    marks_y: float


class Line(NamedTuple):
    """One row of the picture."""

    y: float
    name: str
    player: int | None
    note: str
    pieces: list[Placed]


def picture(view: MatchView, address: str, title: str = "") -> str:
    """Return the SVG of a view; `address` is the table's URL."""
    rows = _rows(view)
    lines, y = [], 96.0
    for row in rows:
        line, y = _line(row, _name(row, view), y)
        lines.append(line)
    # The seats are named below; a heading with all the names would make the board small on a phone.
    heading = view.title if title else table_title(view.title, view.number)
    stage = view.stage or view.status
    width = _width(lines, heading, address)
    page = {
        "title": title or heading,
        "heading": heading,
        "stage": stage,
        "address": address,
        "width": width,
        "height": round(y + 34),
        "style": mark_safe(style()),  # noqa: S308 - built from our own style sheets
        "lines": lines,
        "words": words_of_position(view),
        "figures": _figures(rows),
    }
    return _inside(render_to_string("matches/pictures/position.svg", page), rows)


def _width(lines: list[Line], heading: str, address: str) -> int:
    """Return the width of the pieces and, estimated without the font, of the words."""
    pieces = [piece.x + piece.width for line in lines for piece in line.pieces]
    words = [MARGIN + 22 + 9 * len(line.name) + 8 * len(line.note) for line in lines]
    wanted = max(NARROWEST, *pieces, *words, MARGIN + 16 * len(heading), MARGIN + 8 * len(address))
    return min(WIDTH, round(wanted) + MARGIN)


def words_of_position(view: MatchView) -> str:
    """Describe a position, as a text alternative to its picture."""
    return ". ".join(_words(row, _name(row, view)) for row in _rows(view))


def _words(row: Row, name: str) -> str:
    """Describe one row: "Ana (13 points): 5 of Suns, a tile face down"."""
    pieces = ", ".join(words_of(piece) for piece in row.pieces if piece)
    return ": ".join(part for part in (name + (f" ({row.note})" if row.note else ""), pieces) if part)


def policy() -> str:
    """Return the content security policy of a picture, which allows only its own style sheet."""
    digest = base64.b64encode(hashlib.sha256(style().encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'"


def _rows(view: MatchView) -> tuple[Row, ...]:
    """Return the rows of a position, or only the seats if the game has no notation."""
    rows = rows_of(GAMES[view.slug], view, view.seen) if view.seen is not None else ()
    return rows or tuple(Row("", player=seat.player) for seat in view.seats)


def _name(row: Row, view: MatchView) -> str:
    return row.label if row.player is None or row.label else view.seats[row.player].name


def _line(row: Row, name: str, y: float) -> tuple[Line, float]:
    """Lay out one row from height `y`; return it and the height below it."""
    placed: list[Placed] = []
    x, top = float(MARGIN), y + 10
    bottom = top
    for number, piece in enumerate(row.pieces):
        kind = KINDS[piece[0]] if piece else KINDS["t"]
        if x + kind.width > WIDTH - MARGIN:
            x, top = float(MARGIN), bottom + GAP
        owners = row.marks[number] if number < len(row.marks) else ()
        below = top + kind.height
        if piece:
            marks = tuple((x + MARK * at, owner) for at, owner in enumerate(owners))
            drawing = drawing_of(piece)
            placed.append(Placed(x, top, kind.width, kind.height, drawing, marks, below + 2))
        x += kind.width + GAP
        bottom = max(bottom, below + (MARK + 2 if any(row.marks) else 0))
    end = bottom + (LABEL + GAP if placed else LABEL - 2)
    return Line(y, name, row.player if not row.label else None, row.note, placed), end


def _files(rows: tuple[Row, ...]) -> set[str]:
    """Return the static files whose drawings the pieces refer to."""
    return {KINDS[piece[0]].figures for row in rows for piece in row.pieces if piece} - {""}


def _figures(rows: tuple[Row, ...]) -> SafeString:
    """Return the drawings that pieces refer to, to embed in the picture."""
    texts = []
    for name in sorted(_files(rows)):
        with open(str(finders.find(name)), encoding="utf-8") as file:
            texts.append(file.read().replace("<svg ", '<svg width="0" height="0" ', 1))
    return mark_safe("".join(texts))  # noqa: S308 - our own files


def _inside(drawn: str, rows: tuple[Row, ...]) -> str:
    """Make pieces refer to the drawings embedded in the picture."""
    for name in _files(rows):
        drawn = drawn.replace(f"{static(name)}#", "#")
    return drawn.strip() + "\n"
