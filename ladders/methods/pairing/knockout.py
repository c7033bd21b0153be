"""Knock-out: the best of each table go on until one table is left."""

import random

from ladders.methods.pairing.byes import highest
from ladders.methods.pairing.field import APART, Draw, Field
from ladders.methods.pairing.meetings import pair
from ladders.methods.pairing.search import cheapest_seating
from ladders.methods.pairing.sizes import split


def knockout(field: Field) -> Draw:
    """Draw a round from pots of seeds, so that the best meet late; the best seeds get any byes."""
    sizes, byes = split(len(field.players), field.seats, field.fewest, field.most)
    out = highest(field, byes)
    seated = [player for player in field.players if player not in out]
    dealt = _from_pots(seated, sizes, field.seed)
    if field.apart:
        dealt = cheapest_seating(dealt, lambda one, other: (pair(one, other) in field.apart) * APART, field.seed)
    return Draw(dealt, out)


def _from_pots(players: list[int], sizes: tuple[int, ...], seed: str) -> list[list[int]]:
    """Give each table one player from each pot, by the seed, so that nobody can predict whom they will meet.

    Larger tables come first, so the remainder in the last pot fills them.
    """
    dice = random.Random(f"{seed} pots")  # noqa: S311 - repeatable on purpose
    tables: list[list[int]] = [[] for _ in sizes]
    for start in range(0, len(players), len(sizes)):
        pot = players[start : start + len(sizes)]
        if start:
            dice.shuffle(pot)
        for table, player in zip(tables, pot, strict=False):
            table.append(player)
    return tables


def going_on(wanted: int, draw: Draw, field: Field) -> int:
    """How many of each table go on: `wanted`, but always fewer than sit there, and one from the last table.

    If too few would be left to fill a table, one more of each goes on.
    """
    sizes = [len(table) for table in draw.tables]
    if len(sizes) == 1 and not draw.byes:
        return 1
    for count in range(wanted, max(sizes)):
        left = sum(min(count, size - 1) for size in sizes) + len(draw.byes)
        if split(left, field.seats, field.fewest, field.most).sizes:
            return count
    return max(sizes) - 1
