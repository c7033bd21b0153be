"""The house ranking of tableaux: the best hand of five in a tableau, and which tableau wins.

A tableau's strength is one readable number: the place of its category, then the five ranks that
decide ties, so 555533 is a full house of fives over threes.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from engine.language import mark
from games.plaques.rules.finders import (
    RANK_COUNT,
    RankFinder,
    SuitFinder,
    find_flush,
    find_high,
    find_straight,
    find_straight_flush,
    one_group,
    two_groups,
)
from games.plaques.rules.pieces import DRAGONS, LONERS, OFFICES, RANK, REALMS, SUITED


class Category(NamedTuple):
    """A category of the house ranking."""

    code: str
    name: str
    share: float
    """The percentage of random tableaux of seven that can make it."""
    find: RankFinder | None
    """Finds it by ranks alone; None if all five must be of one realm."""
    find_in_suit: SuitFinder | None = None


HOUSE_RANKING = (  # P2
    Category("five_of_a_kind", mark("five of a kind"), 0.18, one_group(5)),
    Category("straight_flush", mark("straight flush"), 0.36, None, find_straight_flush),
    Category("flush", mark("flush"), 1.8, None, find_flush),
    Category("four_of_a_kind", mark("four of a kind"), 3.9, one_group(4)),
    Category("full_house", mark("full house"), 14.0, two_groups(3, 2)),
    Category("straight", mark("straight"), 17.0, find_straight),
    Category("three_of_a_kind", mark("three of a kind"), 32.0, one_group(3)),
    Category("two_pairs", mark("two pairs"), 53.0, two_groups(2, 2)),
    Category("one_pair", mark("one pair"), 93.0, one_group(2)),
    Category("high_plaque", mark("high plaque"), 100.0, find_high),
)
"""The categories of hands, best first: only this table decides which beats which."""

STEP = 100_000
"""The strength a better category adds: more than any five ranks."""
_BASES = [STEP * worse for worse in range(len(HOUSE_RANKING) - 1, -1, -1)]
_BY_RANK = [(base, one.find) for base, one in zip(_BASES, HOUSE_RANKING, strict=True) if one.find]
_IN_SUIT = [(base, one.find_in_suit) for base, one in zip(_BASES, HOUSE_RANKING, strict=True) if one.find_in_suit]

# Counting a tableau adds one number per plaque, made of four-bit counters for each rank, the Dragons
# and each suit. No counter can overflow: a suit has nine plaques.
_BITS = 4
_FULL = (1 << _BITS) - 1
_DRAGON_PLACE = RANK_COUNT * _BITS
_SUIT_PLACE = _DRAGON_PLACE + _BITS
_RANKS_ONLY = (1 << _SUIT_PLACE) - 1
_ONE_EACH = sum(1 << _BITS * suit for suit in range(len(REALMS)))
_TOP_BITS = _ONE_EACH << (_BITS - 1)
_TO_TOP_BIT = 3
"""The number that, added to five plaques of a suit, sets the top bit of their counter."""

_COUNTER = (
    {plaque: (1 << _BITS * RANK[plaque]) + (1 << _SUIT_PLACE + _BITS * REALMS.index(plaque[0])) for plaque in SUITED}
    | dict.fromkeys(LONERS, 1)
    | dict.fromkeys(DRAGONS, 1 << _DRAGON_PLACE)
)

_WHOLE_SUIT = (1 << len(OFFICES)) - 1
_STARTS = range(0, len(SUITED), len(OFFICES))
_PLACE = {plaque: 1 << place for place, plaque in enumerate(SUITED)} | dict.fromkeys((*LONERS, *DRAGONS), 0)
"""A bit for each plaque of a realm, nine to a realm."""


def strength(tableau: Iterable[str]) -> int:
    """Return the strength of a tableau's best hand; higher wins, equal ones tie."""
    return _strength_counted(*_counted(tableau))


def strengths_with(tableau: Iterable[str], plaques: Iterable[str]) -> list[int]:
    """Return the strength of a tableau with each of these plaques."""
    counters, places = _counted(tableau)
    return [_strength_counted(counters + _COUNTER[plaque], places | _PLACE[plaque]) for plaque in plaques]


def strengths_without(tableau: Sequence[str]) -> list[int]:
    """Return the strength of a tableau without each of its plaques."""
    counters, places = _counted(tableau)
    return [_strength_counted(counters - _COUNTER[plaque], places ^ _PLACE[plaque]) for plaque in tableau]


def _counted(tableau: Iterable[str]) -> tuple[int, int]:
    """Return the counters of a tableau, and a bit for each of its plaques of a realm."""
    counters = places = 0
    for plaque in tableau:
        counters += _COUNTER[plaque]
        places |= _PLACE[plaque]
    return counters, places


def _strength_counted(counters: int, places: int) -> int:
    value = strength_by_rank(counters & _RANKS_ONLY)
    dragons = (counters >> _DRAGON_PLACE) & _FULL
    if ((counters >> _SUIT_PLACE) + _ONE_EACH * (_TO_TOP_BIT + dragons)) & _TOP_BITS:
        return max(value, _strength_in_suit(places, dragons))
    return value


@lru_cache(maxsize=2**15)
def strength_by_rank(counters: int) -> int:
    """Return the strength by counters of ranks and Dragons, ignoring suits."""
    counts = [(counters >> _BITS * rank) & _FULL for rank in range(RANK_COUNT)]
    dragons = counters >> _DRAGON_PLACE
    # Finders go from the best category down, and ranks never outweigh a category: the first hand is the best.
    return next(base + ranks for base, find in _BY_RANK if (ranks := find(counts, dragons)) >= 0)


def _strength_in_suit(places: int, dragons: int) -> int:
    """Return the strength of the best hand of one suit, by the bits of a tableau; -1 if there is none."""
    return max([_strength_of_suit((places >> start) & _WHOLE_SUIT, dragons) for start in _STARTS])


@cache
def _strength_of_suit(mask: int, dragons: int) -> int:
    """Return the strength of the best hand of a suit, by the ranks that are there; -1 if there is none."""
    return max([base + ranks for base, find in _IN_SUIT if (ranks := find(mask, dragons)) >= 0], default=-1)


def best_of(tableaux: Sequence[Sequence[str]], order: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the best tableau, in the given order."""
    strengths = [strength(tableaux[seat]) for seat in order]
    best = max(strengths)
    return tuple([seat for seat, value in zip(order, strengths, strict=True) if value == best])


def category_of(value: int) -> Category:
    """Return the category of a strength."""
    return HOUSE_RANKING[len(HOUSE_RANKING) - 1 - value // STEP]


def ranks_of(value: int) -> tuple[int, ...]:
    """Return the five ranks of a strength, starting with those that make its category."""
    return tuple(int(digit) for digit in f"{value % STEP:05}")
