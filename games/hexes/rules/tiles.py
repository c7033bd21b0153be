"""The 84 hexes: how they are named, how they are turned and which turnings look alike.

A hex is named by the letters of its six edges, clockwise from edge 0: `AAABBB`, `ABABAB`, `AABBCC`
or, for a special, six different letters.
"""

from itertools import combinations

from games.rules.piecepack import and_list

COLOURS = ("Amber", "Blue", "Clay", "Fern", "Ink", "Plum", "Sky")
"""The palette, colours 0 to 6; the first letter of each names it."""

LETTERS = "".join(colour[0] for colour in COLOURS)
COLOUR_NAMES = dict(zip(LETTERS, COLOURS, strict=True))
EDGES = range(6)


def _two_colours() -> list[str]:
    pairs = combinations(LETTERS, 2)
    return [pattern for a, b in pairs for pattern in (a * 3 + b * 3, (a + b) * 3)]


def _three_colours() -> list[str]:
    return [a * 2 + b * 2 + c * 2 for a, b, c in combinations(LETTERS, 3)]


SPECIALS = tuple(LETTERS.replace(left_out, "") for left_out in LETTERS)
"""The seven with a black dot, by the colour they leave out."""

HEXES = (*_two_colours(), *_three_colours(), *SPECIALS)  # H1
"""All 84, in the order in which the bag is listed before it is shuffled."""


def _turnings(tile: str) -> tuple[str, ...]:
    return tuple(tile[-k:] + tile[:-k] for k in EDGES)  # H2


TURNED = {tile: _turnings(tile) for tile in HEXES}
"""Colours clockwise from edge 0 as a hex lies, by hex, then by rotation."""

ROTATIONS = {tile: tuple(k for k in EDGES if ways.index(ways[k]) == k) for tile, ways in TURNED.items()}
"""Rotations of a hex that look different: of those that look alike, the smallest."""  # H2


def smallest_rotation(tile: str, rotation: int) -> int:
    """Return the smallest rotation that looks like `rotation` (0 to 5) of this hex."""
    return TURNED[tile].index(TURNED[tile][rotation])


def is_special(tile: str) -> bool:
    """Whether a hex has the black dot."""
    return tile in SPECIALS


def hex_words(tile: str) -> str:
    """Name a hex in words: "halved Amber and Sky hex", "special without Plum"."""
    if is_special(tile):
        return f"special without {COLOUR_NAMES[(set(LETTERS) - set(tile)).pop()]}"
    names = and_list([COLOUR_NAMES[letter] for letter in dict.fromkeys(tile)])
    return f"{_pattern(tile)}{names} hex"


def _pattern(tile: str) -> str:
    if len(set(tile)) == 3:
        return ""
    return "halved " if tile[0] == tile[1] else "alternating "
