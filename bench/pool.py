"""Days of quick tables: 200 made-up people ask, wait and sit down, by the site's own services on a database."""

import statistics
from collections.abc import Iterator
from typing import NamedTuple

from bench.database import own_database
from bench.figures import Figure

SEEDS = range(2)
PEOPLE = 200
Pair = tuple[int, int]


class Outcome(NamedTuple):
    """What became of the people of one day."""

    waits: list[float]
    """In minutes, of all who sat down."""
    gaps: list[int]
    """The widest difference in rating at each table of people."""
    never_seated: int
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
    yield Figure("pool.never_seated", round(statistics.mean(day.never_seated for day in days), 1), "people")
    yield Figure("pool.with_bots", round(statistics.mean(day.with_bots for day in days), 1), "people")
    yield Figure("pool.look_ms", round(1000 * max(day.slowest for day in days), 1), "ms")


def simulate(seed: int, people: int = PEOPLE) -> Outcome:
    """Let the people of a day come, and seat them. What was written is rolled back, and no task is sent."""
    from django.db import transaction

    from bench.comers import Day

    with transaction.atomic():
        outcome = Day(seed, people).pass_by()
        transaction.set_rollback(True)
    return outcome
