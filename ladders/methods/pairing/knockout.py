"""Knock-out: the best of each table go on until one table is left."""

from ladders.methods.pairing.byes import highest
from ladders.methods.pairing.field import APART, Draw, Field
from ladders.methods.pairing.meetings import pair
from ladders.methods.pairing.search import improved
from ladders.methods.pairing.sizes import split


def knockout(field: Field) -> Draw:
    """Draw a round: seeds are dealt out in snakes, so that the best meet late; the best seeds have any byes."""
    sizes, byes = split(len(field.players), field.seats, field.fewest, field.most)
    out = highest(field, byes)
    seated = [player for player in field.players if player not in out]
    dealt = _snake(seated, sizes)
    if field.apart:
        dealt = improved(dealt, lambda one, other: (pair(one, other) in field.apart) * APART, field.seed)
    return Draw(dealt, out)


def _snake(players: list[int], sizes: tuple[int, ...]) -> list[list[int]]:
    """Deal players to tables forth and back until all seats are taken."""
    tables: list[list[int]] = [[] for _ in sizes]
    turn = [*range(len(sizes)), *reversed(range(len(sizes)))]
    step = 0
    for player in players:
        while len(tables[turn[step % len(turn)]]) >= sizes[turn[step % len(turn)]]:
            step += 1
        tables[turn[step % len(turn)]].append(player)
        step += 1
    return tables


def going_on(wanted: int, draw: Draw, field: Field) -> int:
    """How many of each table go on: `wanted`, but always fewer than sit there, and one from the last table.

    Where too few would be left to fill a table, one more of each goes on.
    """
    sizes = [len(table) for table in draw.tables]
    if len(sizes) == 1 and not draw.byes:
        return 1
    for count in range(wanted, max(sizes)):
        left = sum(min(count, size - 1) for size in sizes) + len(draw.byes)
        if split(left, field.seats, field.fewest, field.most).sizes:
            return count
    return max(sizes) - 1
