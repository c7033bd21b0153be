"""Hexes drawn as SVG: one alone, or a board of them with the edges that agree."""

from math import cos, radians, sin, sqrt
from typing import Any, NamedTuple

from django import template

from games.rules.hexes.board import Cell, Laid
from games.rules.hexes.tiles import COLOUR_NAMES, EDGES, TURNED, hex_words, is_special
from games.rules.hexes.view import HexObservation
from games.templatetags.pieces import upper_first

register = template.Library()

Drawn = dict[str, Any]
OUTER = 48.0
INNER = 26.0
LETTER_AT = 33.0
EDGE_AT = OUTER * cos(radians(30))


class Band(NamedTuple):
    """One edge of a hex: its shape, its letter, and where the letter stands."""

    path: str
    letter: str
    x: str
    y: str


def point(radius: float, degrees: float) -> str:
    """Write a point round the middle; 0 degrees is to the right, and they go clockwise."""
    angle = radians(degrees)
    return f"{radius * cos(angle):.1f} {radius * sin(angle):.1f}"


def _outline(edge: int) -> str:
    first, last = 60 * edge - 30, 60 * edge + 30
    corners = (point(OUTER, first), point(OUTER, last), point(INNER, last), point(INNER, first))
    return f"M{'L'.join(corners)}z"


OUTLINES = tuple(_outline(edge) for edge in EDGES)
RIM = f"M{'L'.join(point(OUTER, 60 * edge - 30) for edge in EDGES)}z"


def bands_of(colours: str) -> list[Band]:
    """Return the six bands of a hex as it lies, clockwise from the right edge."""
    return [Band(OUTLINES[edge], letter, *point(LETTER_AT, 60 * edge).split()) for edge, letter in enumerate(colours)]


def place_of(cell: Cell) -> tuple[float, float]:
    """Return where the middle of a cell stands on the drawing."""
    q, r = cell
    return OUTER * sqrt(3) * (q + r / 2), OUTER * 1.5 * r


register.filter("hex_words", hex_words)


@register.filter
def hex_name(tile: str) -> str:
    """Name a hex as a label does: "Halved Amber and Sky hex"."""
    return upper_first(hex_words(tile))


@register.inclusion_tag("pieces/hex.svg")
def hex(tile: str, rotation: int = 0, decorative: bool = False) -> Drawn:  # noqa: A001 - the piece is called so
    """Draw one hex as it lies."""
    return _hex(tile, rotation) | {"name": "" if decorative else hex_name(tile)}


def _hex(tile: str, rotation: int) -> Drawn:
    return {"bands": bands_of(TURNED[tile][rotation]), "special": is_special(tile), "rim": RIM}


@register.inclusion_tag("pieces/hex_board.html")
def hex_board(seen: HexObservation, laying: bool = False) -> Drawn:
    """Draw the board; open cells are outlined and numbered only for who is laying."""
    cells = open_cells_of(seen) if laying else []
    middles = [place_of(laid.cell) for laid in seen.board] + [(float(cell["x"]), float(cell["y"])) for cell in cells]
    return {
        "laid": [_laid(laid, laid in seen.run_laid) for laid in seen.board],
        "meetings": [_meeting(meeting.q, meeting.r, meeting.edge) for meeting in seen.meetings],
        "cells": cells,
        "rim": RIM,
        "words": [laid_words(laid) for laid in seen.board],
        **_frame(middles),
    }


def _frame(middles: list[tuple[float, float]]) -> Drawn:
    left, right = min(x for x, _ in middles) - 46, max(x for x, _ in middles) + 46
    top, bottom = min(y for _, y in middles) - 52, max(y for _, y in middles) + 52
    return {"view_box": f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}", "width": f"{right - left:.0f}"}


def _laid(laid: Laid, of_run: bool) -> Drawn:
    x, y = place_of(laid.cell)
    return {"at": f"{x:.1f} {y:.1f}", "of_run": of_run, **_hex(laid.hex, laid.rotation)}


def _meeting(q: int, r: int, edge: int) -> Drawn:
    x, y = place_of((q, r))
    angle = radians(60 * edge)
    return {"at": f"{x + EDGE_AT * cos(angle):.1f} {y + EDGE_AT * sin(angle):.1f}", "turn": 60 * edge}


def laid_words(laid: Laid) -> str:
    """Say where a hex lies and which colours face where."""
    colours = ", ".join(COLOUR_NAMES[letter] for letter in laid.colours)
    return f"({laid.q}, {laid.r}): {hex_words(laid.hex)}; clockwise from the right {colours}"


@register.simple_tag
def open_cells_of(seen: HexObservation) -> list[Drawn]:
    """Return the open cells with their numbers and where they stand on the drawing."""
    return [
        {"number": number, "value": f"{q},{r}", "x": f"{place_of((q, r))[0]:.1f}", "y": f"{place_of((q, r))[1]:.1f}"}
        for number, (q, r) in enumerate(seen.open_cells, start=1)
    ]


@register.simple_tag
def turnings_of(tiles: tuple[str, ...]) -> list[Drawn]:
    """Return every hex turned every way, to show one on the board before it is laid."""
    return [{"id": f"lay-{tile}-{k}", **_hex(tile, k)} for tile in dict.fromkeys(tiles) for k in EDGES]


@register.simple_tag
def palette() -> dict[str, str]:
    """The seven colours by their letters."""
    return COLOUR_NAMES
