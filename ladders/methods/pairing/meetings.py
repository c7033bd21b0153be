"""Meetings of players: how often, what repeats cost, and lower bounds for them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

Pair = tuple[int, int]
"""Two players, the smaller number first."""


def pair(one: int, other: int) -> Pair:
    """A meeting as a pair in its one spelling."""
    return (one, other) if one < other else (other, one)


def count(tables: Iterable[Sequence[int]]) -> Counter[Pair]:
    """The number of times each pair has met."""
    return Counter(pair(one, other) for table in tables for one, other in combinations(table, 2))


def repeats(met: Mapping[Pair, int]) -> int:
    """Meetings beyond the first of each pair."""
    return sum(times - 1 for times in met.values() if times > 1)


def unevenness(met: Mapping[Pair, int]) -> int:
    """The cost that an even round robin minimises: for each pair, its meetings taken two at a time."""
    return sum(times * (times - 1) // 2 for times in met.values())


def least_unevenness(players: int, sizes: Sequence[int], rounds: int) -> int:
    """The lower bound for `rounds` rounds of tables of these sizes: the greater of two.

    One spreads all meetings evenly over all pairs. The other counts what any two rounds must share when their tables do
    not fit apart: of four at a table, two must sit together again if there are three tables.
    """
    meetings, pairs = rounds * sum(map(_pairs_of, sizes)), _pairs_of(players)
    two_rounds = sum(_least_together(size, len(sizes)) for size in sizes)
    return max(_least_together(meetings, pairs), _pairs_of(rounds) * two_rounds)


def _pairs_of(number: int) -> int:
    return number * (number - 1) // 2


def _least_together(things: int, places: int) -> int:
    """How many pairs share a place if the things are spread evenly over the places."""
    if not places:
        return 0
    each, more = divmod(things, places)
    return (places - more) * _pairs_of(each) + more * _pairs_of(each + 1)


def least_repeats(players: int, meetings: int) -> int:
    """The lower bound for repeated meetings: the meetings in excess of the pairs."""
    return max(0, meetings - players * (players - 1) // 2)
