"""Chance for play that nobody needs to check: bots, simulations, benchmarks."""

import random


class RandomChance:
    """Numbers from Python's own generator, as fast as they can be had."""

    __slots__ = ("_random",)

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed).random

    def below(self, bound: int) -> int:
        """Draw a number from 0 to `bound` - 1."""
        return int(self._random() * bound)
