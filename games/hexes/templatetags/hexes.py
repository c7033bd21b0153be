"""Hexes as SVG, each with its colours as letters and patterns."""

from math import cos, radians, sin, sqrt
from typing import NamedTuple

from django import template

from engine.language import say
from engine.words import and_list, points_words, upper_first
from foundation.kept_drawings import Drawn, draws
from games.hexes.rules.board import Cell
from games.hexes.rules.tiles import EDGES, LETTERS, TURNED, colour_words, hex_words, is_special, left_out, the_hex_words
from games.hexes.rules.wording import hexes_words

register = template.Library()

OUTER = 48.0
INNER = 26.0
LETTER_AT = 33.0
EDGE_AT = OUTER * cos(radians(30))


class Band(NamedTuple):
    """One edge of a hex: its shape, its letter, and the letter's position."""

    path: str
    letter: str
    x: str
    y: str
    id: str
    """The id of the edge where it is drawn once for the whole page."""


def point(radius: float, degrees: float) -> str:
    """Return a point on a circle around the middle; 0 degrees is right, angles go clockwise."""
    angle = radians(degrees)
    return f"{radius * cos(angle):.1f} {radius * sin(angle):.1f}"


def _outline(edge: int) -> str:
    first, last = 60 * edge - 30, 60 * edge + 30
    corners = (point(OUTER, first), point(OUTER, last), point(INNER, last), point(INNER, first))
    return f"M{'L'.join(corners)}z"


OUTLINES = tuple(_outline(edge) for edge in EDGES)
RIM = f"M{'L'.join(point(OUTER, 60 * edge - 30) for edge in EDGES)}z"


def band(edge: int, letter: str) -> Band:
    """Return the band of one edge in one colour."""
    x, y = point(LETTER_AT, 60 * edge).split()
    return Band(OUTLINES[edge], letter, x, y, f"edge-{edge}-{letter}")


def bands_of(colours: str) -> list[Band]:
    """Return the six bands of a hex as it lies, clockwise from the right edge."""
    return [band(edge, letter) for edge, letter in enumerate(colours)]


def place_of(cell: Cell) -> tuple[float, float]:
    """Return the position of a cell's middle in the drawing."""
    q, r = cell
    return OUTER * sqrt(3) * (q + r / 2), OUTER * 1.5 * r


register.filter("the_hex_words", the_hex_words)
register.filter("hexes_words", hexes_words)
register.filter("points_words", points_words)


@register.filter
def hex_name(tile: str) -> str:
    """Return a hex as a label: "Halved Amber and Sky hex"."""
    return upper_first(hex_words(tile))


@register.filter
def hex_label(tile: str) -> str:
    """Return a hex by its colours alone: "Amber, Sky"; a special by the one it lacks: "No Sky"."""
    if is_special(tile):
        return say("No {colour}", colour=colour_words(left_out(tile)))
    return ", ".join(colour_words(letter) for letter in LETTERS if letter in tile)


def drawn_hex(tile: str, rotation: int) -> Drawn:
    """Return the context for a hex's picture."""
    return {"bands": bands_of(TURNED[tile][rotation]), "special": is_special(tile), "rim": RIM}


@draws(register, "hexes/pieces/hex.svg")
def hex(tile: str, rotation: int = 0, decorative: bool = False) -> Drawn:  # noqa: A001 - the piece is called so
    """Draw one self-contained hex."""
    return drawn_hex(tile, rotation) | {"name": "" if decorative else hex_name(tile)}


@draws(register, "hexes/pieces/hex_light.svg")
def light_hex(tile: str, rotation: int = 0, decorative: bool = False) -> Drawn:
    """Draw one hex that refers to `hex_edges`, which must be on the page once: a tenth of the size."""
    return drawn_hex(tile, rotation) | {"name": "" if decorative else hex_name(tile)}


@draws(register, "hexes/pieces/hex_edges.svg")
def hex_edges() -> Drawn:
    """Draw every edge in every colour once, for `light_hex` to refer to."""
    return {"bands": [band(edge, letter) for edge in EDGES for letter in LETTERS], "rim": RIM}


@register.simple_tag
def palette() -> dict[str, str]:
    """Return the seven colours by letter."""
    return {letter: colour_words(letter) for letter in LETTERS}


@register.simple_tag
def colour_list() -> str:
    """Return the seven colours as a list."""
    return and_list([colour_words(letter) for letter in LETTERS])
