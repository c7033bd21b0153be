"""Table sizes that differ by at most one."""

from typing import NamedTuple


class Split(NamedTuple):
    """The sizes of the tables of a round, larger ones first, and the number of byes."""

    sizes: tuple[int, ...]
    byes: int


def split(players: int, seats: int, fewest: int, most: int) -> Split:
    """Seat as many players as possible, at tables as near to `seats` as possible, with `fewest` to `most` at each."""
    for byes in range(players + 1):
        if found := _tables(players - byes, seats, fewest, most):
            return Split(found, byes)
    return Split((), players)


def _tables(players: int, seats: int, fewest: int, most: int) -> tuple[int, ...]:
    """The sizes for exactly `players` players, or none if they cannot all sit."""
    possible = [count for count in range(1, players // fewest + 1) if -(-players // count) <= most]
    if not possible:
        return ()
    count = min(possible, key=lambda tables: (abs(players / tables - seats), tables))
    small, larger = divmod(players, count)
    return (small + 1,) * larger + (small,) * (count - larger)
