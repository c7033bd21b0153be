"""A slow evaluator of tableaux: every five plaques, with every plaque that a Dragon may stand for."""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement

SUITED = [f"{realm}{rank}" for realm in "ABCDE" for rank in range(1, 10)]
ORDER = [
    "high_plaque",
    "one_pair",
    "two_pairs",
    "three_of_a_kind",
    "straight",
    "full_house",
    "four_of_a_kind",
    "flush",
    "straight_flush",
    "five_of_a_kind",
]
GROUPS = {
    (5,): "five_of_a_kind",
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (2, 2, 1): "two_pairs",
    (2, 1, 1, 1): "one_pair",
    (1, 1, 1, 1, 1): "high_plaque",
}

Value = tuple[int, tuple[int, ...]]


RANK = {plaque: int(plaque[1]) for plaque in SUITED} | dict.fromkeys(("elf", "dwarf", "thief"), 0)


@cache
def _value_of(ranks: tuple[int, ...], one_suit: bool) -> Value:
    counts = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    name = GROUPS[tuple(count for count, _ in counts)]
    decide = tuple(rank for count, rank in counts for _ in range(count))
    row = len(counts) == 5 and ranks[4] - ranks[0] == 4 and ranks[0] > 0
    names = [name, *["straight"] * row, *["flush"] * one_suit, *["straight_flush"] * (row and one_suit)]
    best = max(names, key=ORDER.index)
    return ORDER.index(best), decide if best == name else tuple(reversed(ranks))


def _value(hand: tuple[str, ...]) -> Value:
    ranks = tuple(sorted([RANK[plaque] for plaque in hand]))
    one_suit = ranks[0] > 0 and len({plaque[0] for plaque in hand}) == 1
    return _value_of(ranks, one_suit)


def best_value(tableau: tuple[str, ...]) -> Value:
    """Return the place of the best category, worst 0, and the ranks that decide ties."""
    best: Value = (-1, ())
    for five in combinations(tableau, 5):
        own = tuple(plaque for plaque in five if not plaque.startswith("dragon"))
        for wild in combinations_with_replacement(SUITED, 5 - len(own)):
            best = max(best, _value((*own, *wild)))
    return best
