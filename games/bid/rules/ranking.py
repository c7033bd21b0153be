"""The order of bids: who is highest, and who gives tiles to whom."""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from engine import Player
from engine.piecepack import TILES, VALUE

Tiles = tuple[str, ...]
Gifts = tuple[tuple[Player, Player], ...]
"""The giver and receiver of each gift of tiles, highest bid first."""

STRENGTH: dict[Tiles, int] = {
    tiles: sum([VALUE[tile] for tile in tiles]) for number in (1, 2) for tiles in combinations(TILES, number)
}
"""The strength of every bid: the sum of its tiles (B5)."""


class Ranking(NamedTuple):
    """The outcome of ranking the bids."""

    top: tuple[Player, ...]
    """The players tied at the top."""
    winner: Player | None
    """The only player at the top, if there is one (B5)."""
    gifts: Gifts
    """The exchange of bid tiles (B6)."""


def ranking_of(bids: tuple[Tiles, ...]) -> Ranking:
    """Rank bids of tiles."""
    return _ranking(tuple(map(STRENGTH.__getitem__, bids)))


def ranking_with_coins(bids: tuple[Tiles, ...], coins: tuple[int, ...]) -> Ranking:
    """Rank bids of tiles, then the coins of the players tied for highest; the others bid 0 (B5)."""
    # Adding coins to tiles is safe: players who bid coins already rank above the others.
    return _ranking(tuple([STRENGTH[tiles] + number for tiles, number in zip(bids, coins, strict=True)]))


@lru_cache(maxsize=2048)
def _ranking(ranks: tuple[int, ...]) -> Ranking:
    best = max(ranks)
    top = tuple([seat for seat, rank in enumerate(ranks) if rank == best])
    return Ranking(top, top[0] if len(top) == 1 else None, _gifts(ranks))


def _gifts(ranks: tuple[int, ...]) -> Gifts:
    """Players without a tie give to the next lower, the lowest to the highest (B6)."""
    cycle = [seat for seat, rank in enumerate(ranks) if ranks.count(rank) == 1]
    if len(cycle) < 2:
        return ()
    cycle.sort(key=ranks.__getitem__, reverse=True)
    return tuple(zip(cycle, [*cycle[1:], cycle[0]], strict=True))
