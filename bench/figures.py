"""A measured number, and how it is measured."""

import time
from collections.abc import Callable
from typing import NamedTuple

RUNS = 3


class Figure(NamedTuple):
    """One measured number."""

    figure: str
    """Its name, part by part: "rules.bid.decisions_per_s"."""
    value: float
    unit: str
    least: float | None = None
    """What it must reach, if anything: less, and the whole run fails."""
    most: float | None = None
    """What it may reach, if anything: more, and the whole run fails."""


def best_rate(work: Callable[[int], int], seconds: float) -> float:
    """Return how many pieces of work are done in a second: the best of three runs of about `seconds`.

    `work(seed)` does some and says how many pieces it was. Every run has the same seeds, from 0 up.
    """
    return max(_rate(work, seconds) for _ in range(RUNS))


def _rate(work: Callable[[int], int], seconds: float) -> float:
    done, seed = 0, 0
    start = now = time.perf_counter()
    while now - start < seconds or not done:
        done += work(seed)
        seed += 1
        now = time.perf_counter()
    return done / (now - start)
