"""Improving all rounds of a plan together by exchanging players, at first also where that makes it worse."""

import random
from collections.abc import Sequence
from math import exp

Rounds = list[list[list[int]]]
"""Rounds, their tables, and who sits there, numbered from nought."""
HOT, COLD = 0.35, 0.12
"""How dear an exchange may be that is made all the same, at the beginning and at the end."""


def kinds_of_pairs(players: int) -> list[list[int]]:
    """Kinds of meeting of which each is of one pair alone; pair `one`, `other` has `one * players + other`."""
    return [[min(one, other) * players + max(one, other) for other in range(players)] for one in range(players)]


class Annealing:
    """A search for rounds in which few kinds of meeting come more than once.

    `kinds` numbers the meeting of any two players; the n-th meeting of a kind costs n - 1, counting those in `met`.
    """

    def __init__(self, rounds: Rounds, kinds: Sequence[Sequence[int]], met: list[int], seed: str) -> None:
        self.rounds, self.kinds, self.met = [[list(table) for table in one] for one in rounds], kinds, list(met)
        self.dice = random.Random(seed)  # noqa: S311 - repeatable on purpose, and secret from nobody
        self.price = 0
        for tables in self.rounds:
            for table in tables:
                for place, player in enumerate(table):
                    self.price += self._sit(player, table[:place])

    def improve(self, steps: int, floor: int) -> None:
        """Try so many exchanges, or until nothing costs more than `floor`; keep the best rounds."""
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
        """Let two players of different tables change places, unless that is too dear."""
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
        """Count a player's meetings; return what they cost."""
        kinds, met, price = self.kinds[player], self.met, 0
        for other in table:
            kind = kinds[other]
            price += met[kind]
            met[kind] += 1
        return price

    def _rise(self, player: int, table: Sequence[int]) -> int:
        """Take a player's meetings back; return what they cost."""
        kinds, met, price = self.kinds[player], self.met, 0
        for other in table:
            kind = kinds[other]
            met[kind] -= 1
            price += met[kind]
        return price
