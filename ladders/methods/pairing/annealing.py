"""Simulated annealing: improve all rounds of a plan together by swapping players."""

import random
from collections.abc import Sequence
from math import exp

Rounds = list[list[list[int]]]
"""Rounds, their tables, and the players there, numbered from 0."""
HOT, COLD = 0.35, 0.12
"""The temperature at the start and at the end: how costly a swap may be and still be accepted."""


def kinds_of_pairs(players: int) -> list[list[int]]:
    """A meeting kind for each pair of players: pair `one`, `other` has the kind `one * players + other`."""
    return [[min(one, other) * players + max(one, other) for other in range(players)] for one in range(players)]


class Annealing:
    """A search for rounds that repeat few kinds of meeting.

    `kinds` numbers the meeting of any two players. The n-th meeting of a kind costs n - 1, counting those in `met`.
    """

    def __init__(self, rounds: Rounds, kinds: Sequence[Sequence[int]], met: list[int], seed: str) -> None:
        self.rounds, self.kinds, self.met = [[list(table) for table in one] for one in rounds], kinds, list(met)
        self.dice = random.Random(seed)  # noqa: S311 - repeatable on purpose, not a secret
        self.price = 0
        for tables in self.rounds:
            for table in tables:
                for place, player in enumerate(table):
                    self.price += self._sit(player, table[:place])

    def improve(self, steps: int, floor: int) -> None:
        """Try up to `steps` swaps, stop once the cost is at most `floor`, and keep the best rounds."""
        movable = [tables for tables in self.rounds if len(tables) > 1]
        if not movable or self.price <= floor:
            return
        best, kept = self.price, self._copy()
        cooling = (COLD / HOT) ** (1 / steps)
        heat = HOT
        for _ in range(steps):
            heat *= cooling
            self._exchange(self.dice.choice(movable), heat)
            if self.price < best:
                best, kept = self.price, self._copy()
                if best <= floor:
                    break
        self.rounds, self.price = kept, best

    def _copy(self) -> Rounds:
        return [[list(table) for table in tables] for tables in self.rounds]

    def _exchange(self, tables: list[list[int]], heat: float) -> None:
        """Swap two players of different tables, unless the cost rises too much."""
        here, there = self.dice.sample(tables, 2)
        mine, theirs = self.dice.randrange(len(here)), self.dice.randrange(len(there))
        one, other = here[mine], there[theirs]
        rest, others = here[:mine] + here[mine + 1 :], there[:theirs] + there[theirs + 1 :]
        dearer = -self._rise(one, rest) - self._rise(other, others) + self._sit(one, others) + self._sit(other, rest)
        if dearer <= 0 or self.dice.random() < exp(-dearer / heat):
            here[mine], there[theirs] = other, one
            self.price += dearer
        else:
            self._rise(one, others)
            self._rise(other, rest)
            self._sit(one, rest)
            self._sit(other, others)

    def _sit(self, player: int, table: Sequence[int]) -> int:
        """Add a player's meetings; return their cost."""
        kinds, met, price = self.kinds[player], self.met, 0
        for other in table:
            kind = kinds[other]
            price += met[kind]
            met[kind] += 1
        return price

    def _rise(self, player: int, table: Sequence[int]) -> int:
        """Remove a player's meetings; return their cost."""
        kinds, met, price = self.kinds[player], self.met, 0
        for other in table:
            kind = kinds[other]
            met[kind] -= 1
            price += met[kind]
        return price
