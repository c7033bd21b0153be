"""A rough estimate, for bots, of what an unfinished tableau may become."""

from collections.abc import Sequence

from games.plaques.rules.pieces import DRAGONS, RANK, REALMS
from games.plaques.rules.ranking import STEP, strength, strengths_without

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


def most_promising(held: Sequence[str], discards: Sequence[str]) -> list[str]:
    """Return the discards that leave the highest prospects first; equal ones stay in their order."""
    lost = dict(zip(held, _promise_lost(held), strict=True))
    made = {plaque: MADE * value // STEP for plaque, value in zip(held, strengths_without(held), strict=True)}
    return sorted(discards, key=lambda plaque: made[plaque] - lost[plaque], reverse=True)


def _promise_lost(held: Sequence[str]) -> list[int]:
    """Return how much less a tableau's suits and ranks promise without each of its plaques."""
    realms, ranks = [plaque[0] for plaque in held], [RANK.get(plaque) for plaque in held]
    of_realm, of_rank = [realms.count(realm) for realm in REALMS], [ranks.count(rank) for rank in range(10)]
    longest, most = max(of_realm), max(of_rank)
    wild = ranks.count(None)
    in_suit, alike = SUITED * (2 * (longest + wild) - 1), ALIKE * (2 * (most + wild) - 1)
    alone, single = of_realm.count(longest) == 1, of_rank.count(most) == 1
    found = []
    for realm, rank in zip(realms, ranks, strict=True):
        if rank is None:
            found.append(in_suit + alike)
            continue
        lost = rank if of_rank[rank] == 1 else 0
        if alone and rank and realms.count(realm) == longest:
            lost += in_suit
        if single and of_rank[rank] == most:
            lost += alike
        found.append(lost)
    return found
