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


def least_unevenness(players: int, meetings: int) -> int:
    """The lower bound: so many meetings dealt out evenly to all pairs, whether tables allow that or not."""
    pairs = players * (players - 1) // 2
    if not pairs:
        return 0
    each, more = divmod(meetings, pairs)
    return (pairs - more) * (each * (each - 1) // 2) + more * (each * (each + 1) // 2)


def least_repeats(players: int, meetings: int) -> int:
    """The lower bound for repeated meetings: those that more meetings than pairs must bring."""
    return max(0, meetings - players * (players - 1) // 2)
