"""Benchmarks of these games: the time to rank a tableau, and the waits that conditional moves save."""

import random
from collections.abc import Iterator
from functools import partial

from bench.figures import Figure, best_rate
from bench.games import Bench, Seasons, Short
from engine.conditional_moves import ConditionalMove, Preference
from games.plaques.bots.auction import gains_of, limit_of
from games.plaques.rules.auction.view import AuctionObservation
from games.plaques.rules.pieces import DRAGONS, PLAQUES, TABLEAU_SIZE, Tableau
from games.plaques.rules.ranking import strength, strength_by_rank

TABLEAUX = 1000
MOST_US = 200
"""The most a ranking may take, as bots rank thousands for one answer."""


def conditional_moves_of(seen: AuctionObservation, player: int) -> list[ConditionalMove]:
    """Return the conditional moves of a person who plays like the bot: a limit for the bidding, and how to pick."""
    moves = [ConditionalMove("pick", (Preference(pattern="best"),), lasts="always")]
    if not seen.picking and player in seen.seated:
        limit = limit_of(seen, sorted(gains_of(seen).values(), reverse=True))
        preferences = (Preference(pattern="lead", number=limit), Preference(pattern="pass"))
        moves.append(ConditionalMove("bid", preferences, lasts="round"))
    return moves


BENCH = {
    "plaque-auction": Bench(
        least=100_000,
        seasons=Seasons("collusion.plaque_auction"),
        short=Short({"hands": 1, "bidding": "sealed"}, seats=3),
        conditional_moves=conditional_moves_of,
    ),
    "concealed-draw": Bench(
        least=100_000,
        seasons=Seasons("collusion.concealed_draw"),
        short=Short({"lives": 1}, seats=2, weight=4),
    ),
}


def figures(seconds: float) -> Iterator[Figure]:
    """Measure tableaux of seven with both Dragons, the hardest to rank."""
    rate = best_rate(partial(_ranked, _with_two_dragons()), seconds)
    yield Figure("rules.plaques.rank_two_dragons_us", round(1_000_000 / rate, 2), "µs", most=MOST_US)


def _with_two_dragons() -> list[Tableau]:
    rng = random.Random(1)
    others = [plaque for plaque in PLAQUES if plaque not in DRAGONS]
    return [(*rng.sample(others, TABLEAU_SIZE - len(DRAGONS)), *DRAGONS) for _ in range(TABLEAUX)]


def _ranked(tableaux: list[Tableau], seed: int) -> int:
    """Rank all of them again, without cached results."""
    strength_by_rank.cache_clear()
    for tableau in tableaux:
        strength(tableau)
    return len(tableaux)
