"""Pairings: nobody is left standing, few meet twice, seats and byes are fair."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladders.methods.pairing import meetings
from ladders.methods.pairing.field import Draw, Field
from ladders.methods.pairing.knockout import going_on, knockout
from ladders.methods.pairing.robin import robin, rounds_needed
from ladders.methods.pairing.seating import seated
from ladders.methods.pairing.sizes import split
from ladders.methods.pairing.swiss import swiss

SIZES = st.tuples(st.integers(2, 12), st.integers(0, 10), st.integers(0, 10)).map(
    lambda three: (max(2, three[0] - three[1]), three[0], min(12, three[0] + three[2]))
)


class Event:
    """A tournament without a site: it draws rounds and remembers who met."""

    def __init__(self, players: int, seats: int, fewest: int, most: int, seed: str = "seed") -> None:
        self.players, self.seats, self.fewest, self.most, self.seed = list(range(players)), seats, fewest, most, seed
        self.tables: list[list[int]] = []
        self.byes: Counter[int] = Counter()
        self.points: Counter[int] = Counter()
        self.number = 0

    def field(self) -> Field:
        order = sorted(self.players, key=lambda player: (-self.points[player], player))
        met = meetings.count(self.tables)
        return Field(order, self.seats, self.fewest, self.most, f"{self.seed} {self.number}", met, self.byes)

    def groups(self) -> dict[int, int]:
        steps = sorted({self.points[player] for player in self.players}, reverse=True)
        return {player: steps.index(self.points[player]) for player in self.players}

    def take(self, draw: Draw) -> Draw:
        """Note a round and let the lowest numbers win."""
        self.number += 1
        self.tables += draw.tables
        self.byes.update(draw.byes)
        for table in draw.tables:
            for place, player in enumerate(sorted(table)):
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


@given(st.integers(0, 200), SIZES)
def test_sizes_differ_by_at_most_one_and_few_sit_out(players: int, sizes: tuple[int, int, int]) -> None:
    fewest, seats, most = sizes
    found = split(players, seats, fewest, most)
    assert sum(found.sizes) + found.byes == players
    assert not found.sizes or max(found.sizes) - min(found.sizes) <= 1
    assert all(fewest <= size <= most for size in found.sizes)
    could_sit = any(count * fewest <= players <= count * most for count in range(1, players + 1))
    assert (found.byes == 0) == (could_sit or players == 0)


@settings(max_examples=15, deadline=None)
@given(st.integers(5, 200), SIZES.filter(lambda sizes: sizes[0] <= 4), st.integers(0, 3), st.data())
def test_swiss_never_stalls_whoever_withdraws(
    players: int, sizes: tuple[int, int, int], leave: int, data: st.DataObject
) -> None:
    fewest, seats, most = sizes
    event = Event(players, seats, fewest, most)
    for _ in range(3):
        draw = event.swiss()
        check_round(draw, event.players, fewest, most)
        assert len(draw.byes) < max(fewest, 2) or len(event.players) < fewest
        for _ in range(min(leave, len(event.players) - fewest)):
            event.players.remove(data.draw(st.sampled_from(event.players)))


@pytest.mark.parametrize(
    ("players", "seats", "rounds"),
    [
        (5, 2, 4),
        (6, 2, 3),
        (8, 2, 4),
        (31, 2, 6),
        (200, 2, 9),
        (9, 3, 3),
        (16, 4, 3),
        (24, 4, 5),
        (50, 4, 6),
        (200, 4, 3),
    ],
)
def test_swiss_meets_nobody_twice_where_it_need_not(players: int, seats: int, rounds: int) -> None:
    event = Event(players, seats, seats - (seats > 2), seats)
    for _ in range(rounds):
        event.swiss()
    assert event.repeats() == 0


def test_swiss_of_two_repeats_only_when_it_must() -> None:
    """Against every perfect matching there is: the fewest repeats that the round allows."""
    for players in (6, 8):
        event = Event(players, 2, 2, 2)
        for _ in range(players + 2):
            met = meetings.count(event.tables)
            best = min(
                sum(met[meetings.pair(*two)] > 0 for two in matching) for matching in matchings(list(range(players)))
            )
            draw = event.swiss()
            assert sum(met[meetings.pair(*table)] > 0 for table in map(tuple, draw.tables)) == best


def matchings(players: list[int]) -> list[list[tuple[int, int]]]:
    """All ways to pair players."""
    if not players:
        return [[]]
    first, rest = players[0], players[1:]
    return [[(first, other), *more] for other in rest for more in matchings([one for one in rest if one != other])]


def test_swiss_of_three_repeats_only_when_it_must() -> None:
    """Against every seating of nine there is."""
    event = Event(9, 3, 3, 3)
    for _ in range(7):
        met = meetings.count(event.tables)
        best = min(again(met, seating) for seating in seatings(tuple(range(9))))
        assert again(met, event.swiss().tables) == best


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


def test_swiss_pairs_neighbours() -> None:
    event = Event(32, 4, 3, 4)
    for _ in range(3):
        event.swiss()
    before = event.groups()
    gaps = [abs(before[one] - before[other]) for table in event.swiss().tables for one, other in combinations(table, 2)]
    assert sum(gaps) / len(gaps) < max(before.values()) / 4


def test_nobody_has_a_second_bye_before_all_had_one() -> None:
    event = Event(7, 2, 2, 2)
    for _ in range(7):
        event.swiss()
    assert sorted(event.byes[player] for player in event.players) == [1] * 7
    for _ in range(3):
        event.swiss()
    assert max(event.byes.values()) == 2


@pytest.mark.parametrize("players", [2, 5, 8, 13, 40])
def test_a_round_robin_of_two_lets_everyone_meet_once(players: int) -> None:
    event = Event(players, 2, 2, 2)
    rounds = rounds_needed(players, 2)
    for number in range(1, rounds + 1):
        check_round(event.take(robin(event.field(), number, rounds)), event.players, 2, 2)
    met = meetings.count(event.tables)
    assert set(met.values()) == {1} and len(met) == players * (players - 1) // 2
    assert max(event.byes.values(), default=0) <= 1


@pytest.mark.parametrize(
    ("players", "seats", "worse"),
    # What comes of it above the lower bound, measured: 0 is perfect. 13 of 4 has a perfect plan that is not found.
    [(9, 3, 0), (16, 4, 0), (6, 3, 3), (12, 3, 3), (13, 4, 4), (12, 4, 12), (20, 4, 25), (25, 5, 35)],
)
def test_a_round_robin_of_more_comes_near_the_lower_bound(players: int, seats: int, worse: int) -> None:
    event = Event(players, seats, 2, seats)
    rounds = rounds_needed(players, seats)
    for number in range(1, rounds + 1):
        check_round(event.take(robin(event.field(), number, rounds)), event.players, 2, seats)
    met = meetings.count(event.tables)
    least = meetings.least_unevenness(players, sum(met.values()))
    assert meetings.unevenness(met) - least <= worse


@given(st.integers(2, 12), st.integers(2, 30))
def test_seats_even_out_over_the_rounds(size: int, rounds: int) -> None:
    had: dict[int, Counter[int]] = {player: Counter() for player in range(size)}
    for number in range(rounds):
        for seat, player in enumerate(seated(list(range(size)), had, f"seed {number}")):
            had[player][seat] += 1
    spread = max(had[0][seat] for seat in range(size)) - min(had[0][seat] for seat in range(size))
    assert spread <= 2


@settings(deadline=None)
@given(st.integers(2, 200), SIZES, st.integers(1, 5))
def test_a_knock_out_ends_with_one_table(players: int, sizes: tuple[int, int, int], wanted: int) -> None:
    fewest, seats, most = sizes
    left = list(range(players))
    for _ in range(20):
        field = Field(left, seats, fewest, most, "seed")
        if not split(len(left), seats, fewest, most).sizes:
            assert players < fewest, "only what was too small from the start cannot be seated"
            return
        draw = knockout(field)
        check_round(draw, left, fewest, most)
        count = going_on(min(wanted, seats - 1), draw, field)
        left = [
            *draw.byes,
            *(player for table in draw.tables for player in sorted(table)[: min(count, len(table) - 1)]),
        ]
        if len(draw.tables) == 1 and not draw.byes:
            assert count == 1
            return
    raise AssertionError("It did not end.")


def test_the_best_meet_late_in_a_knock_out() -> None:
    draw = knockout(Field(list(range(16)), 4, 3, 4, "seed"))
    assert [min(table) for table in draw.tables] == [0, 1, 2, 3]


def test_pairs_kept_apart_sit_apart() -> None:
    apart = frozenset({(0, 1), (2, 3), (4, 5)})
    for seats in (2, 3, 4):
        field = Field(list(range(12)), seats, 2, 4, "seed", apart=apart)
        for draw in (swiss(field, dict.fromkeys(range(12), 0)), robin(field, 1, 1), knockout(field)):
            if seats == 2 and len(draw.tables) == 6 and draw == robin(field, 1, 1):
                continue
            assert not apart & set(meetings.count(draw.tables))


def test_the_same_seed_gives_the_same_tables() -> None:
    def drawn(seed: str) -> list[list[int]]:
        return robin(Field(list(range(20)), 4, 3, 4, seed), 1, 3).tables

    assert drawn("one") == drawn("one") != drawn("other")
