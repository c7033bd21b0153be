"""Improving tables by exchanging players, the one search behind every pairing.

From a first seating, any two players of different tables are exchanged while that makes the sum over all tables
cheaper. When no exchange helps any more, a few players chosen by the seed are exchanged and it begins again; the best
seating of all is kept. So it is quick, gives the same for the same seed, and need not find the very best: how near it
comes is measured in the tests.
"""

import random
from collections.abc import Callable, Sequence
from itertools import combinations

Cost = Callable[[int, int], int]
"""What it costs that two players sit at one table."""

KICKS = 12


def improved(tables: Sequence[Sequence[int]], cost: Cost, seed: str, floor: int = 0) -> list[list[int]]:
    """The cheapest seating found; sizes stay. A seating that costs no more than `floor` is taken at once."""
    dice = random.Random(seed)  # noqa: S311 - repeatable on purpose, and secret from nobody
    best = _descended([list(table) for table in tables], cost)
    price = total(best, cost)
    for _ in range(KICKS if len(best) > 1 else 0):
        if price <= floor:
            break
        tried = _descended(_kicked(best, dice), cost)
        if (tried_price := total(tried, cost)) < price:
            best, price = tried, tried_price
    return best


def total(tables: Sequence[Sequence[int]], cost: Cost) -> int:
    """What a seating costs."""
    return sum(cost(one, other) for table in tables for one, other in combinations(table, 2))


def _kicked(tables: list[list[int]], dice: random.Random) -> list[list[int]]:
    kicked = [list(table) for table in tables]
    for _ in range(max(2, len(tables) // 4)):
        first, second = dice.sample(range(len(kicked)), 2)
        here, there = dice.randrange(len(kicked[first])), dice.randrange(len(kicked[second]))
        kicked[first][here], kicked[second][there] = kicked[second][there], kicked[first][here]
    return kicked


def _descended(tables: list[list[int]], cost: Cost) -> list[list[int]]:
    """Exchange while it helps."""
    dear = set(range(len(tables)))
    while dear:
        table = dear.pop()
        if (other := _exchanged(tables, table, cost)) is not None:
            dear |= {table, other}
    return tables


def _exchanged(tables: list[list[int]], table: int, cost: Cost) -> int | None:
    """Make the first exchange with this table that helps; return the other table."""
    if not total([tables[table]], cost):
        return None
    for here in range(len(tables[table])):
        for other in range(len(tables)):
            if other != table and _with_one_of(tables, table, here, other, cost):
                return other
    return None


def _with_one_of(tables: list[list[int]], table: int, here: int, other: int, cost: Cost) -> bool:
    mine, theirs = tables[table], tables[other]
    leaver = mine[here]
    rest = mine[:here] + mine[here + 1 :]
    leaver_here = _with(leaver, rest, cost)
    for there, comer in enumerate(theirs):
        remain = theirs[:there] + theirs[there + 1 :]
        before = leaver_here + _with(comer, remain, cost)
        if _with(comer, rest, cost) + _with(leaver, remain, cost) < before:
            mine[here], theirs[there] = comer, leaver
            return True
    return False


def _with(player: int, others: Sequence[int], cost: Cost) -> int:
    return sum(cost(player, other) for other in others)
