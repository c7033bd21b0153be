"""Figures and how to measure them."""

import time
from collections.abc import Callable
from typing import NamedTuple

RUNS = 3


class Figure(NamedTuple):
    """A measured figure."""

    figure: str
    """Its name in parts: "rules.GAME.decisions_per_s"."""
    value: float
    unit: str
    least: float | None = None
    """The lowest value allowed, if any; below it the whole run fails."""
    most: float | None = None
    """The highest value allowed, if any; above it the whole run fails."""


def missed_bars(figure: Figure) -> list[str]:
    """Return a sentence for each bar that a figure misses."""
    words = []
    if figure.least is not None and figure.value < figure.least:
        words.append(f"{figure.figure} is {figure.value}, but must be at least {figure.least}")
    if figure.most is not None and figure.value > figure.most:
        words.append(f"{figure.figure} is {figure.value}, but must be at most {figure.most}")
    return words


def best_rate(work: Callable[[int], int], seconds: float) -> float:
    """Return the units of work per second, the best of three runs of about `seconds`.

    `work(seed)` does some work and returns its number of units. Every run uses the same seeds, from 0 up.
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
