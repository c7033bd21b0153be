"""An exact search for a seating without repeated meetings, up to a step limit."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

MOST_STEPS = 30_000
Friends = Mapping[int, frozenset[int]]
"""For each player, the players they have not met."""


class TooLongError(Exception):
    """The search was given up at its step limit."""


class _Search:
    def __init__(self, friends: Friends, most_steps: int) -> None:
        self.friends, self.most_steps = friends, most_steps
        self.steps = 0

    def seated(self, left: frozenset[int], sizes: Counter[int]) -> list[list[int]] | None:
        """Seat all remaining players, starting with the one who has the fewest possible neighbours."""
        if not left:
            return []
        hardest = min(left, key=lambda player: (len(self.friends[player] & left), player))
        for size in sorted(size for size, count in sizes.items() if count):
            for table in self._tables([hardest], self.friends[hardest] & left, size):
                rest = self.seated(left - frozenset(table), sizes - Counter([size]))
                if rest is not None:
                    return [table, *rest]
        return None

    def _tables(self, table: list[int], open_to_all: frozenset[int], size: int) -> Iterator[list[int]]:
        """All ways to fill a table with players who have not met each other."""
        self.steps += 1
        if self.steps > self.most_steps:
            raise TooLongError
        if len(table) == size:
            yield table
            return
        for other in sorted(open_to_all):
            if len(table) == 1 or other > table[-1]:
                yield from self._tables([*table, other], open_to_all & self.friends[other], size)


def without_repeats(
    players: Sequence[int], sizes: Sequence[int], strangers: Friends, most_steps: int = MOST_STEPS
) -> list[list[int]] | None:
    """Seat everyone with players they have not met; return None if that is impossible. Raises `TooLongError`."""
    return _Search(strangers, most_steps).seated(frozenset(players), Counter(sizes))


def met_nobody(tables: Sequence[Sequence[int]], strangers: Friends) -> bool:
    """True if a seating repeats no meeting."""
    return all(other in strangers[one] for table in tables for one, other in combinations(table, 2))
