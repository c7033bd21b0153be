"""Days of quick tables: 200 made-up people ask, wait and sit down, by the site's own services on a database."""

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bench.database import own_database
from bench.figures import Figure

SEEDS = range(2)
PEOPLE = 200
WHY = ("live_over", "bots_later", "blocked", "large_tables", "few_choices", "otherwise")
"""Why somebody never sat down, the first that holds: the hour for their live table passed; bots would come after the
end; somebody left over would have suited them, but for a block; they asked for four seats or more, or for one game at
one pace; none of these.
"""
Pair = tuple[int, int]


class Outcome(NamedTuple):
    """What became of the people of one day."""

    waits: list[float]
    """In minutes, of all who sat down."""
    gaps: list[int]
    """The widest difference in rating at each table of people."""
    never_seated: Counter[str]
    """How many had no seat by the end, by the reason."""
    with_bots: int
    slowest: float
    """The longest time for one look at the pool, in seconds, with the tables that it opened."""
    met: set[Pair]
    """Who sat at one table, by their places among those who came."""
    apart: set[Pair]
    """Who has blocked whom."""


def figures(seconds: float) -> Iterator[Figure]:
    """Simulate two days. The duration does not depend on `seconds`."""
    with own_database():
        days = [simulate(seed) for seed in SEEDS]
    waits = [wait for day in days for wait in day.waits]
    gaps = [gap for day in days for gap in day.gaps]
    yield Figure("pool.wait_minutes_median", round(statistics.median(waits), 1), "min")
    yield Figure("pool.wait_minutes_p90", round(statistics.quantiles(waits, n=10)[-1], 1), "min")
    yield Figure("pool.rating_gap_median", round(statistics.median(gaps)), "points")
    yield Figure("pool.never_seated", _mean([day.never_seated.total() for day in days]), "people")
    for why in WHY:
        yield Figure(f"pool.never_seated_{why}", _mean([day.never_seated[why] for day in days]), "people")
    yield Figure("pool.with_bots", _mean([day.with_bots for day in days]), "people")
    yield Figure("pool.look_ms", round(1000 * max(day.slowest for day in days), 1), "ms")


def _mean(counts: Sequence[int]) -> float:
    # No tenths: the reasons have to add up to the whole.
    return float(statistics.mean(counts))


def simulate(seed: int, people: int = PEOPLE) -> Outcome:
    """Let the people of two days come, and seat them; those of the first are counted.

    What was written is rolled back, and no task is sent.
    """
    from django.db import transaction

    from bench.comers import Day

    with transaction.atomic():
        outcome = Day(seed, people).pass_by()
        transaction.set_rollback(True)
    return outcome
