"""The input and output of every pairing: the players still in, what has happened so far, and the tables drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ladders.methods.pairing.meetings import Pair

APART = 10**9
"""The cost of seating two players who are kept apart: more than any other saving can outweigh."""


@dataclass(frozen=True)
class Field:
    """The players of a round, best first, and their history so far."""

    players: Sequence[int]
    seats: int
    """The preferred number of players at a table."""
    fewest: int
    most: int
    seed: str
    """Breaks all remaining ties; the same seed gives the same tables."""
    met: Mapping[Pair, int] = field(default_factory=dict)
    byes: Mapping[int, int] = field(default_factory=dict)
    """Byes each player has had."""
    apart: frozenset[Pair] = frozenset()
    """Pairs to keep apart: one household, for instance."""
    plan_seed: str = ""
    """The same for all rounds, for plans made over all of them."""


@dataclass(frozen=True)
class Draw:
    """The tables of a round, not yet in seat order, and the byes."""

    tables: list[list[int]]
    byes: list[int]
