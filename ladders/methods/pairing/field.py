"""What every pairing starts from: the players still in, and what has been."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ladders.methods.pairing.meetings import Pair

APART = 10**9
"""What it costs to seat two together who are kept apart: more than anything else can save."""


@dataclass(frozen=True)
class Field:
    """The players of a round in their order, best first, and what they have met with so far."""

    players: Sequence[int]
    seats: int
    """Players at a table, where that can be had."""
    fewest: int
    most: int
    seed: str
    """Decides what nothing else does; the same seed gives the same tables."""
    met: Mapping[Pair, int] = field(default_factory=dict)
    byes: Mapping[int, int] = field(default_factory=dict)
    """Byes that players have had."""
    apart: frozenset[Pair] = frozenset()
    """Pairs to keep apart: one household, for instance."""
    plan_seed: str = ""
    """The same for all rounds: what is planned over all of them follows from it."""


@dataclass(frozen=True)
class Draw:
    """The tables of a round, each in no order yet, and who has a bye."""

    tables: list[list[int]]
    byes: list[int]
