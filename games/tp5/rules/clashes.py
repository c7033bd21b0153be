"""Phestivities that exclude each other (T3), and what a dealer may rule on (T21)."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from engine.language import mark
from games.tp5.rules.options import KEYS, Key


class Clash(NamedTuple):
    """Two phestivities of which at most one is followed in a round."""

    pair: tuple[Key, Key]
    reason: str
    may_be_ruled: bool = True
    """True if a dealer may rule on it; else the rules of the game forbid the pair."""


CLASHES = (
    Clash(
        ("double_dip", "best_of_both"),
        mark(
            "The rules of the game do not let Double Dip and Best of both worlds be chosen together. "
            "Leave one of them out."
        ),
        may_be_ruled=False,
    ),
    Clash(
        ("thats_mine", "commune"),
        mark(
            "Identifiers would suffice for both Hey! That's mine? and Life in the Commune, but the second is written"
            " as a replacement of the first, and this site plays it so. Leave one of them out."
        ),
    ),
    Clash(
        ("centering_in", "around_the_world"),
        mark(
            "Centering in and All around the world ask for five claims, and a player has four identifiers. "
            "Leave one of them out."
        ),
    ),
)


def partner_of(key: Key) -> Key | None:
    """Return the phestivity that cannot be in play together with this one."""
    return next((other for clash in CLASHES for other in clash.pair if key in clash.pair and other != key), None)


def clashes_in(keys: tuple[Key, ...]) -> list[Clash]:
    """Return the pairs of which both are among `keys`."""
    return [clash for clash in CLASHES if set(clash.pair) <= set(keys)]


def rulings_on(keys: tuple[Key, ...]) -> Iterator[tuple[Key, ...]]:
    """Yield what remains of a host's set under each ruling of the dealer, those for the first of each pair first."""
    for ignored in product(*[reversed(clash.pair) for clash in clashes_in(keys)]):
        yield tuple(key for key in KEYS if key in keys and key not in ignored)


def ruling_in(keys: tuple[Key, ...], left: tuple[Key, ...]) -> tuple[tuple[Key, ...], tuple[Key, ...]]:
    """Return which of the clashing phestivities a ruling that leaves `left` of a host's set follows, and ignores."""
    clashing = [key for clash in clashes_in(keys) for key in clash.pair]
    return tuple(key for key in clashing if key in left), tuple(key for key in clashing if key not in left)
