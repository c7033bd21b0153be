"""How long the ranking of a tableau takes."""

import random
from collections.abc import Iterator
from functools import partial

from bench.figures import Figure, best_rate
from games.rules.plaques.pieces import DRAGONS, PLAQUES, TABLEAU_SIZE, Tableau
from games.rules.plaques.ranking import strength, strength_by_rank

TABLEAUX = 1000
MOST_US = 200
"""What a ranking may take: bots rank thousands for one answer."""


def figures(seconds: float) -> Iterator[Figure]:
    """Measure tableaux of seven with both Dragons, the hardest to rank."""
    rate = best_rate(partial(_ranked, _with_two_dragons()), seconds)
    yield Figure("rules.plaques.rank_two_dragons_us", round(1_000_000 / rate, 2), "µs", most=MOST_US)


def _with_two_dragons() -> list[Tableau]:
    rng = random.Random(1)
    others = [plaque for plaque in PLAQUES if plaque not in DRAGONS]
    return [(*rng.sample(others, TABLEAU_SIZE - len(DRAGONS)), *DRAGONS) for _ in range(TABLEAUX)]


def _ranked(tableaux: list[Tableau], seed: int) -> int:
    """Rank all of them anew: what was worked out before is forgotten first."""
    strength_by_rank.cache_clear()
    for tableau in tableaux:
        strength(tableau)
    return len(tableaux)
