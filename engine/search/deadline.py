"""When to stop thinking. The only clock in the engine: no rules import it."""

from time import perf_counter

from engine.game import Budget

now = perf_counter

SPARE = 0.92
"""The share of its time that a search uses; the rest is for the last simulation and the choice."""


class Deadline:
    """The end of a budget: a time, a number of simulations, or whichever comes first."""

    __slots__ = ("_began", "_most", "_seconds", "done")

    def __init__(self, budget: Budget) -> None:
        self._began = now()
        self._seconds = max(SPARE * budget.seconds, 1e-9)
        self._most = budget.simulations
        self.done = 0
        """How many simulations were counted."""

    def count(self) -> None:
        """Count a simulation."""
        self.done += 1

    @property
    def used(self) -> float:
        """The share of the budget that is used up, 1 at its end."""
        time = (now() - self._began) / self._seconds
        return time if self._most is None else max(time, self.done / self._most)
