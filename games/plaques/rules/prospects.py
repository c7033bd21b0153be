"""A rough estimate, for bots, of what an unfinished tableau may become."""

from collections.abc import Sequence

from games.plaques.rules.pieces import DRAGONS, RANK
from games.plaques.rules.ranking import STEP, strength

MADE, SUITED, ALIKE = 60, 9, 14


def prospect(tableau: Sequence[str]) -> int:
    """Score a tableau: its current hand, then suits and ranks that may grow."""
    value = strength(tableau)
    suits: dict[str, int] = {}
    ranks: dict[int, int] = {}
    for plaque in tableau:
        if plaque not in DRAGONS:
            rank = RANK[plaque]
            ranks[rank] = ranks.get(rank, 0) + 1
            if rank:
                suits[plaque[0]] = suits.get(plaque[0], 0) + 1
    wild = sum(plaque in DRAGONS for plaque in tableau)
    longest = max(suits.values(), default=0) + wild
    most = max(ranks.values(), default=0) + wild
    return MADE * value // STEP + SUITED * longest**2 + ALIKE * most**2 + sum(ranks)
