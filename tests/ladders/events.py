"""Tournaments without a site for tests of pairings: they draw rounds and remember who met."""

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import strategies as st

from ladders.methods.pairing import meetings
from ladders.methods.pairing.field import Draw, Field
from ladders.methods.pairing.swiss import swiss

SIZES = st.tuples(st.integers(2, 12), st.integers(0, 10), st.integers(0, 10)).map(
    lambda three: (max(2, three[0] - three[1]), three[0], min(12, three[0] + three[2]))
)


class Event:
    """A tournament without a site: it draws rounds and remembers who met."""

    def __init__(
        self, players: int, seats: int, fewest: int, most: int, seed: str = "seed", luck: Random | None = None
    ) -> None:
        self.players, self.seats, self.fewest, self.most, self.seed = list(range(players)), seats, fewest, most, seed
        self.tables: list[list[int]] = []
        self.byes: Counter[int] = Counter()
        self.points: Counter[int] = Counter()
        self.apart: frozenset[meetings.Pair] = frozenset()
        self.number, self.newest, self.luck = 0, players, luck

    def come_and_go(self, *, leave: int, come: int) -> None:
        """Let players chosen by luck leave, and others come late."""
        assert self.luck
        for _ in range(leave):
            self.players.remove(self.luck.choice(self.players))
        for _ in range(come):
            self.players.append(self.newest)
            self.newest += 1

    def field(self) -> Field:
        order = sorted(self.players, key=lambda player: (-self.points[player], player))
        met = meetings.count(self.tables)
        seed = f"{self.seed} {self.number}"
        return Field(order, self.seats, self.fewest, self.most, seed, met, self.byes, self.apart)

    def groups(self) -> dict[int, int]:
        steps = sorted({self.points[player] for player in self.players}, reverse=True)
        return {player: steps.index(self.points[player]) for player in self.players}

    def take(self, draw: Draw) -> Draw:
        """Note a round and let luck decide it, or else the lowest numbers win."""
        self.number += 1
        self.tables += draw.tables
        self.byes.update(draw.byes)
        for table in draw.tables:
            order = self.luck.sample(table, len(table)) if self.luck else sorted(table)
            for place, player in enumerate(order):
                self.points[player] += len(table) - place
        for player in draw.byes:
            self.points[player] += self.seats
        return draw

    def swiss(self) -> Draw:
        return self.take(swiss(self.field(), self.groups()))

    def repeats(self) -> int:
        return meetings.repeats(meetings.count(self.tables))


def check_round(draw: Draw, players: list[int], fewest: int, most: int) -> None:
    """Everybody sits once or has a bye; tables differ by at most one."""
    sizes = [len(table) for table in draw.tables]
    assert sorted([*(player for table in draw.tables for player in table), *draw.byes]) == sorted(players)
    assert not sizes or (max(sizes) - min(sizes) <= 1 and fewest <= min(sizes) and max(sizes) <= most)


def matchings(players: list[int]) -> list[list[tuple[int, int]]]:
    """All ways to pair players."""
    if not players:
        return [[]]
    first, rest = players[0], players[1:]
    return [[(first, other), *more] for other in rest for more in matchings([one for one in rest if one != other])]


def again(met: Counter[meetings.Pair], tables: list[list[int]]) -> int:
    """Meetings of a seating that have been before, each as often as it has been."""
    return sum(met[meetings.pair(one, other)] for table in tables for one, other in combinations(table, 2))


def seatings(players: tuple[int, ...]) -> list[list[list[int]]]:
    """All ways to seat players at tables of three."""
    if not players:
        return [[]]
    return [
        [[players[0], *two], *more]
        for two in combinations(players[1:], 2)
        for more in seatings(tuple(one for one in players[1:] if one not in two))
    ]
