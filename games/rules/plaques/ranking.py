"""The house ranking of tableaux: which hand of five a tableau makes, and which of two is better.

A tableau's strength is one number that can be read: the place of its category, then the five ranks
that decide ties, so 655533 is a full house of fives over threes.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.rules.plaques.finders import (
    HAND_SIZE,
    RANK_COUNT,
    Finder,
    find_flush,
    find_high,
    find_straight,
    find_straight_flush,
    one_group,
    two_groups,
)
from games.rules.plaques.pieces import DRAGONS, LONERS, RANK, REALMS, SUITED


class Category(NamedTuple):
    """One line of the house ranking."""

    code: str
    name: str
    share: float
    """How many per cent of random tableaux of seven can make it."""
    alike: int
    """How many plaques of one rank it needs at least."""
    suited: bool
    """Whether all five lie in one realm."""
    find: Finder


HOUSE_RANKING = (  # P2
    Category("five_of_a_kind", "five of a kind", 0.18, 5, False, one_group(5)),
    Category("straight_flush", "straight flush", 0.36, 1, True, find_straight_flush),
    Category("flush", "flush", 1.8, 1, True, find_flush),
    Category("four_of_a_kind", "four of a kind", 3.9, 4, False, one_group(4)),
    Category("full_house", "full house", 14.0, 3, False, two_groups(3, 2)),
    Category("straight", "straight", 17.0, 1, False, find_straight),
    Category("three_of_a_kind", "three of a kind", 32.0, 3, False, one_group(3)),
    Category("two_pairs", "two pairs", 53.0, 2, False, two_groups(2, 2)),
    Category("one_pair", "one pair", 93.0, 2, False, one_group(2)),
    Category("high_plaque", "high plaque", 100.0, 0, False, find_high),
)
"""The categories of hands, best first: this table alone decides which beats which."""

STEP = 100_000
"""What a better category adds to a strength: more than any five ranks."""
_LOOKS = tuple(
    (STEP * worse, category.alike, HAND_SIZE * category.suited, category.find)
    for worse, category in zip(range(len(HOUSE_RANKING) - 1, -1, -1), HOUSE_RANKING, strict=True)
)
_FACES = (  # rank, suit, bit of the rank; the last rank counts Dragons, the last suit has no plaques
    {plaque: (RANK[plaque], REALMS.index(plaque[0]), 1 << (RANK[plaque] - 1)) for plaque in SUITED}
    | {plaque: (0, len(REALMS), 0) for plaque in LONERS}
    | {plaque: (RANK_COUNT, len(REALMS), 0) for plaque in DRAGONS}
)


def strength(tableau: Iterable[str]) -> int:
    """Return how good the best hand of a tableau is; the greater number wins, equal ones tie."""
    counts = [0] * (RANK_COUNT + 1)
    suits = [0] * (len(REALMS) + 1)
    for plaque in tableau:
        rank, suit, bit = _FACES[plaque]
        counts[rank] += 1
        suits[suit] |= bit
    dragons = counts.pop()
    most = max(counts) + dragons
    longest = max(map(int.bit_count, suits)) + dragons
    for base, alike, suited, find in _LOOKS:
        if alike <= most and suited <= longest and (ranks := find(counts, suits, dragons)) >= 0:
            return base + ranks
    raise AssertionError("Every tableau makes a high plaque.")


def best_of(tableaux: Sequence[Sequence[str]], order: Sequence[int]) -> tuple[int, ...]:
    """Return which seats have the best tableau; equal ones stand as in the order given."""
    strengths = [strength(tableaux[seat]) for seat in order]
    best = max(strengths)
    return tuple([seat for seat, value in zip(order, strengths, strict=True) if value == best])


def category_of(value: int) -> Category:
    """Return the category of a strength."""
    return HOUSE_RANKING[len(HOUSE_RANKING) - 1 - value // STEP]


def ranks_of(value: int) -> tuple[int, ...]:
    """Return the five ranks of a strength, those that make its category first."""
    return tuple(int(digit) for digit in f"{value % STEP:05}")
