"""How often players meet, what repeated meetings cost, and how few of them there can be."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

Pair = tuple[int, int]
"""Two players, the smaller number first."""


def pair(one: int, other: int) -> Pair:
    """Name a meeting in one way only."""
    return (one, other) if one < other else (other, one)


def count(tables: Iterable[Sequence[int]]) -> Counter[Pair]:
    """How often each pair has met."""
    return Counter(pair(one, other) for table in tables for one, other in combinations(table, 2))


def repeats(met: Mapping[Pair, int]) -> int:
    """Meetings beyond the first of each pair."""
    return sum(times - 1 for times in met.values() if times > 1)


def unevenness(met: Mapping[Pair, int]) -> int:
    """What an even round robin makes small: for each pair, its meetings taken two at a time."""
    return sum(times * (times - 1) // 2 for times in met.values())


def least_unevenness(players: int, sizes: Sequence[int], rounds: int) -> int:
    """The lower bound for so many rounds of tables of these sizes: the greater of two.

    All meetings dealt out evenly to all pairs; and what any two rounds share, whose tables are more than fit apart:
    of four at a table two must sit together again where there are three tables.
    """
    meetings, pairs = rounds * sum(map(_pairs_of, sizes)), _pairs_of(players)
    two_rounds = sum(_least_together(size, len(sizes)) for size in sizes)
    return max(_least_together(meetings, pairs), _pairs_of(rounds) * two_rounds)


def _pairs_of(number: int) -> int:
    return number * (number - 1) // 2


def _least_together(things: int, places: int) -> int:
    """How many pairs are in one place, where so many things are dealt out evenly to so many places."""
    if not places:
        return 0
    each, more = divmod(things, places)
    return (places - more) * _pairs_of(each) + more * _pairs_of(each + 1)


def least_repeats(players: int, meetings: int) -> int:
    """The lower bound for repeated meetings: those that more meetings than pairs must bring."""
    return max(0, meetings - players * (players - 1) // 2)
