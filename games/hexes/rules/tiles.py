"""The 84 hexes: their names, rotations, and which rotations look alike.

A hex is named by the letters of its six edges, clockwise from edge 0: `AAABBB`, `ABABAB`, `AABBCC`
or, for a special, six different letters.
"""

from itertools import combinations

from engine.words import and_list

COLOURS = ("Amber", "Blue", "Clay", "Fern", "Ink", "Plum", "Sky")
"""The palette, colours 0 to 6; each is named by its first letter."""

LETTERS = "".join(colour[0] for colour in COLOURS)
COLOUR_NAMES = dict(zip(LETTERS, COLOURS, strict=True))
EDGES = range(6)


TWO_COLOURS = tuple(pattern for a, b in combinations(LETTERS, 2) for pattern in (a * 3 + b * 3, (a + b) * 3))
THREE_COLOURS = tuple(a * 2 + b * 2 + c * 2 for a, b, c in combinations(LETTERS, 3))
SPECIALS = tuple(LETTERS.replace(left_out, "") for left_out in LETTERS)
"""The seven hexes with a black dot, in order of the colour each leaves out."""

HEXES = (*TWO_COLOURS, *THREE_COLOURS, *SPECIALS)  # H1
"""All 84 hexes, in the order of the unshuffled bag."""

_SPECIAL = frozenset(SPECIALS)


TURNED = {tile: tuple([tile[-k:] + tile[:-k] for k in EDGES]) for tile in HEXES}  # H2
"""The colours clockwise from edge 0, by hex and rotation."""

ROTATIONS = {tile: tuple(k for k in EDGES if ways.index(ways[k]) == k) for tile, ways in TURNED.items()}
"""The visibly different rotations of each hex: the smallest of those that look alike."""  # H2


def smallest_rotation(tile: str, rotation: int) -> int:
    """Return the smallest rotation that looks like `rotation` (0 to 5) for this hex."""
    return TURNED[tile].index(TURNED[tile][rotation])


def is_special(tile: str) -> bool:
    """Return True if a hex has the black dot."""
    return tile in _SPECIAL


def hex_words(tile: str) -> str:
    """Return a hex in words: "halved Amber and Sky hex", "special without Plum"."""
    if is_special(tile):
        return f"special without {COLOUR_NAMES[(set(LETTERS) - set(tile)).pop()]}"
    names = and_list([COLOUR_NAMES[letter] for letter in dict.fromkeys(tile)])
    return f"{_pattern(tile)}{names} hex"


def _pattern(tile: str) -> str:
    if len(set(tile)) == 3:
        return ""
    return "halved " if tile[0] == tile[1] else "alternating "
