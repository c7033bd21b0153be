"""Improving tables by exchanging players, the one search behind every pairing.

From a first seating, any two players of different tables are exchanged while that makes the sum over all tables
cheaper. When no exchange helps any more, a few players chosen by the seed are exchanged and it begins again; the best
seating of all is kept. So it is quick, gives the same for the same seed, and need not find the very best: how near it
comes is measured in the tests.
"""

import random
from collections.abc import Callable, Sequence
from itertools import combinations, count

Cost = Callable[[int, int], int]
"""What it costs that two players sit at one table."""
Matrix = list[list[int]]
"""The costs of all pairs, worked out once."""

KICKS = 12
MOST_WORK = 1_500_000
"""Looks at an exchange, roughly: large fields with large tables begin again less often."""


def improved(tables: Sequence[Sequence[int]], cost: Cost, seed: str, floor: int = 0) -> list[list[int]]:
    """The cheapest seating found; sizes stay. A seating that costs no more than `floor` is taken at once."""
    dice = random.Random(seed)  # noqa: S311 - repeatable on purpose, and secret from nobody
    players = [player for table in tables for player in table]
    costs = [[cost(one, other) if one != other else 0 for other in players] for one in players]
    best = _descended(_numbered(tables), costs)
    price = _total(best, costs)
    for _ in range(_kicks(tables)):
        if price <= floor:
            break
        tried = _descended(_kicked(best, dice), costs)
        if (tried_price := _total(tried, costs)) < price:
            best, price = tried, tried_price
    return [[players[number] for number in table] for table in best]


def _numbered(tables: Sequence[Sequence[int]]) -> list[list[int]]:
    """The same tables with players numbered from nought, as the matrix has them."""
    numbers = count()
    return [[next(numbers) for _ in table] for table in tables]


def _kicks(tables: Sequence[Sequence[int]]) -> int:
    if len(tables) < 2:
        return 0
    players = sum(map(len, tables))
    return min(KICKS, MOST_WORK // (players * players * len(tables[0])))


def _total(tables: Sequence[Sequence[int]], costs: Matrix) -> int:
    """What a seating costs."""
    return sum(costs[one][other] for table in tables for one, other in combinations(table, 2))


def _kicked(tables: list[list[int]], dice: random.Random) -> list[list[int]]:
    kicked = [list(table) for table in tables]
    for _ in range(max(2, len(tables) // 4)):
        first, second = dice.sample(range(len(kicked)), 2)
        here, there = dice.randrange(len(kicked[first])), dice.randrange(len(kicked[second]))
        kicked[first][here], kicked[second][there] = kicked[second][there], kicked[first][here]
    return kicked


def _descended(tables: list[list[int]], costs: Matrix) -> list[list[int]]:
    """Exchange while it helps."""
    dear = set(range(len(tables)))
    while dear:
        table = dear.pop()
        if (other := _exchanged(tables, table, costs)) is not None:
            dear |= {table, other}
    return tables


def _exchanged(tables: list[list[int]], table: int, costs: Matrix) -> int | None:
    """Make the first exchange with this table that helps; return the other table."""
    if not _total([tables[table]], costs):
        return None
    for here in range(len(tables[table])):
        for other in range(len(tables)):
            if other != table and _with_one_of(tables[table], here, tables[other], costs):
                return other
    return None


def _with_one_of(mine: list[int], here: int, theirs: list[int], costs: Matrix) -> bool:
    """Exchange one player with the first of another table where that makes both tables cheaper together."""
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
