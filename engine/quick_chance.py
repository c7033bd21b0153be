"""Unverifiable chance for bots, simulations and benchmarks."""

import random


class RandomChance:
    """Fast numbers from Python's own generator."""

    __slots__ = ("_random",)

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed).random

    def below(self, bound: int) -> int:
        """Draw a number from 0 to `bound` - 1."""
        return int(self._random() * bound)
