"""The 84 hexes: their names, rotations, and which rotations look alike.

A hex is named by the letters of its six edges, clockwise from edge 0: `AAABBB`, `ABABAB`, `AABBCC`
or, for a special, six different letters.
"""

from collections.abc import Mapping
from itertools import combinations

from engine.language import cached_by_language, mark, say
from engine.words import and_list

COLOURS = (mark("Amber"), mark("Blue"), mark("Clay"), mark("Fern"), mark("Ink"), mark("Plum"), mark("Sky"))
"""The palette, colours 0 to 6; each is named by its first letter."""

LETTERS = "".join(colour[0] for colour in COLOURS)
COLOUR_NAMES = dict(zip(LETTERS, COLOURS, strict=True))
EDGES = range(6)


TWO_COLOURS = tuple(pattern for a, b in combinations(LETTERS, 2) for pattern in (a * 3 + b * 3, (a + b) * 3))
THREE_COLOURS = tuple(a * 2 + b * 2 + c * 2 for a, b, c in combinations(LETTERS, 3))
SPECIALS = tuple(LETTERS.replace(missing, "") for missing in LETTERS)
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
    """True if a hex has the black dot."""
    return tile in _SPECIAL


_HEXES = {
    "special": mark("special without {colour}"),
    "halved": mark("halved {colours} hex"),
    "alternating": mark("alternating {colours} hex"),
    "three": mark("{colours} hex"),
}
_THE_HEXES = {
    "special": mark("the special without {colour}"),
    "halved": mark("the halved {colours} hex"),
    "alternating": mark("the alternating {colours} hex"),
    "three": mark("the {colours} hex"),
}


@cached_by_language
def colour_words(letter: str) -> str:
    """Name a colour: "Amber"."""
    return say(COLOUR_NAMES[letter])


@cached_by_language
def hex_words(tile: str) -> str:
    """Return a hex in words: "halved Amber and Sky hex", "special without Plum"."""
    return _words_from(tile, _HEXES)


@cached_by_language
def the_hex_words(tile: str) -> str:
    """Return a hex with its article: "the halved Amber and Sky hex"."""
    return _words_from(tile, _THE_HEXES)


def left_out(tile: str) -> str:
    """Return the letter of the colour that a special leaves out."""
    return (set(LETTERS) - set(tile)).pop()


def _words_from(tile: str, messages: Mapping[str, str]) -> str:
    if is_special(tile):
        return say(messages["special"], colour=colour_words(left_out(tile)))
    colours = and_list([colour_words(letter) for letter in dict.fromkeys(tile)])
    return say(messages[_pattern(tile)], colours=colours)


def _pattern(tile: str) -> str:
    if len(set(tile)) == 3:
        return "three"
    return "halved" if tile[0] == tile[1] else "alternating"
