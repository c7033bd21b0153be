"""Seat order: over the rounds each player has each seat about equally often."""

import random
from collections.abc import Mapping, Sequence
from itertools import combinations

SeatCounts = Mapping[int, Mapping[int, int]]
"""For each player, how often they have had each seat."""


def seat_order(table: Sequence[int], had: SeatCounts, seed: str) -> list[int]:
    """The table in seat order: the player who has had a seat least takes it, and the seed breaks ties."""
    order = sorted(table)
    random.Random(f"{seed} seats {order}").shuffle(order)  # noqa: S311 - repeatable on purpose
    while _swap_two(order, had):
        pass
    return order


def _swap_two(order: list[int], had: SeatCounts) -> bool:
    """Swap the first two players whose swap evens out the seats."""
    for one, other in combinations(range(len(order)), 2):
        now = _cost(order[one], one, had) + _cost(order[other], other, had)
        if _cost(order[one], other, had) + _cost(order[other], one, had) < now:
            order[one], order[other] = order[other], order[one]
            return True
    return False


def _cost(player: int, seat: int, had: SeatCounts) -> int:
    """What one more time in the seat adds to the sum of squares."""
    return 2 * had.get(player, {}).get(seat, 0) + 1
