"""Improve tables by swapping players: the one local search behind every pairing.

From a first seating, any two players of different tables are swapped while that lowers the total cost. When no swap
helps any more, a few players chosen by the seed are swapped and the search starts over; the best seating of all is
kept. So it is fast and repeatable, but may miss the optimum: the tests measure how near it comes.
"""

import random
from collections.abc import Callable, Sequence
from itertools import combinations, count

Cost = Callable[[int, int], int]
"""The cost of seating two players at one table."""
Matrix = list[list[int]]
"""The costs of all pairs, computed once."""

KICKS = 12
MOST_WORK = 1_500_000
"""The rough number of swaps examined: large fields with large tables restart less often."""


def cheapest_seating(tables: Sequence[Sequence[int]], cost: Cost, seed: str, floor: int = 0) -> list[list[int]]:
    """The cheapest seating found; sizes stay. Stops at once at a cost of at most `floor`."""
    dice = random.Random(seed)  # noqa: S311 - repeatable on purpose, not a secret
    players = [player for table in tables for player in table]
    costs = [[cost(one, other) if one != other else 0 for other in players] for one in players]
    best = _descend(_numbered(tables), costs)
    price = _total(best, costs)
    for _ in range(_kicks(tables)):
        if price <= floor:
            break
        tried = _descend(_kicked(best, dice), costs)
        if (tried_price := _total(tried, costs)) < price:
            best, price = tried, tried_price
    return [[players[number] for number in table] for table in best]


def _numbered(tables: Sequence[Sequence[int]]) -> list[list[int]]:
    """The same tables with players numbered from 0, as in the matrix."""
    numbers = count()
    return [[next(numbers) for _ in table] for table in tables]


def _kicks(tables: Sequence[Sequence[int]]) -> int:
    if len(tables) < 2:
        return 0
    players = sum(map(len, tables))
    return min(KICKS, MOST_WORK // (players * players * len(tables[0])))


def _total(tables: Sequence[Sequence[int]], costs: Matrix) -> int:
    """The total cost of a seating."""
    return sum(costs[one][other] for table in tables for one, other in combinations(table, 2))


def _kicked(tables: list[list[int]], dice: random.Random) -> list[list[int]]:
    kicked = [list(table) for table in tables]
    for _ in range(max(2, len(tables) // 4)):
        first, second = dice.sample(range(len(kicked)), 2)
        here, there = dice.randrange(len(kicked[first])), dice.randrange(len(kicked[second]))
        kicked[first][here], kicked[second][there] = kicked[second][there], kicked[first][here]
    return kicked


def _descend(tables: list[list[int]], costs: Matrix) -> list[list[int]]:
    """Swap players until no swap helps."""
    dear = set(range(len(tables)))
    while dear:
        table = dear.pop()
        if (other := _swap_helpful(tables, table, costs)) is not None:
            dear |= {table, other}
    return tables


def _swap_helpful(tables: list[list[int]], table: int, costs: Matrix) -> int | None:
    """Make the first helpful swap with this table; return the other table."""
    if not _total([tables[table]], costs):
        return None
    for here in range(len(tables[table])):
        for other in range(len(tables)):
            if other != table and _swap_with_one_of(tables[table], here, tables[other], costs):
                return other
    return None


def _swap_with_one_of(mine: list[int], here: int, theirs: list[int], costs: Matrix) -> bool:
    """Swap one player with the first of another table for whom that lowers the two tables' total cost."""
    leaver = mine[here]
    rest = mine[:here] + mine[here + 1 :]
    from_here = costs[leaver]
    leaving = sum(from_here[one] for one in rest)
    all_there = sum(from_here[one] for one in theirs)
    for there, comer in enumerate(theirs):
        theirs_to = costs[comer]
        staying = sum(theirs_to[one] for one in theirs)
        coming = sum(theirs_to[one] for one in rest)
        if coming + all_there - from_here[comer] < leaving + staying:
            mine[here], theirs[there] = comer, leaver
            return True
    return False
