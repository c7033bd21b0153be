"""Swiss pairings: they never stall, pair neighbours, and repeat a meeting only when they must."""

from collections import Counter
from itertools import combinations
from random import Random

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladders.methods.pairing import meetings
from ladders.methods.pairing.field import Draw, Field
from ladders.methods.pairing.swiss import swiss
from ladders.methods.tiebreaks import Result, standings
from tests.ladders.events import SIZES, Event, again, check_round, matchings, seatings


@settings(max_examples=8, deadline=None)
@given(st.integers(5, 200), SIZES.filter(lambda sizes: sizes[0] <= 4), st.randoms(use_true_random=False))
def test_swiss_never_stalls_no_matter_who_withdraws_or_comes_late(
    players: int, sizes: tuple[int, int, int], luck: Random
) -> None:
    fewest, seats, most = sizes
    event = Event(players, seats, fewest, most, luck=luck)
    for _ in range(3):
        before = meetings.count(event.tables)
        draw = event.swiss()
        check_round(draw, event.players, fewest, most)
        assert len(draw.byes) < max(fewest, 2) or len(event.players) < fewest
        if met_few(before, draw):
            assert again(before, draw.tables) == 0
        event.come_and_go(leave=min(luck.randint(0, 3), len(event.players) - fewest), come=luck.randint(0, 2))


def met_few(met: Counter[meetings.Pair], draw: Draw) -> bool:
    """True if everyone here has met fewer of the others than there are tables.

    Then they can be seated without a repeated meeting, by the theorem of Hajnal and Szemerédi.
    """
    seated = {player for table in draw.tables for player in table}
    times = Counter(player for key in met if seated.issuperset(key) for player in key)
    return max(times.values(), default=0) < len(draw.tables)


@settings(max_examples=15, deadline=None)
@given(st.integers(5, 60), st.integers(3, 12), st.randoms(use_true_random=False))
def test_swiss_of_two_repeats_only_when_every_matching_does(players: int, rounds: int, luck: Random) -> None:
    """Compare with the greatest matching of players who have not met, with players who leave and come late."""
    event = Event(players, 2, 2, 2, luck=luck)
    for _ in range(rounds):
        met = meetings.count(event.tables)
        draw = event.swiss()
        seated = [player for table in draw.tables for player in table]
        strangers = networkx.Graph(key for key in combinations(sorted(seated), 2) if not met[key])
        fresh = len(networkx.max_weight_matching(strangers, maxcardinality=True))
        assert sum(met[meetings.pair(*table)] > 0 for table in map(tuple, draw.tables)) == len(draw.tables) - fresh
        event.come_and_go(leave=luck.randint(0, max(0, min(2, len(event.players) - 4))), come=luck.randint(0, 1))


@settings(max_examples=10, deadline=None)
@given(st.randoms(use_true_random=False))
def test_swiss_of_three_repeats_only_when_every_seating_does(luck: Random) -> None:
    """Against all seatings of nine, after rounds in which ten and eleven played, with random results."""
    event = Event(9, 3, 3, 3, luck=luck)
    event.come_and_go(leave=0, come=luck.randint(0, 2))
    for _ in range(luck.randint(1, 3)):
        event.swiss()
    event.come_and_go(leave=len(event.players) - 9, come=0)
    met = meetings.count(event.tables)
    assert again(met, event.swiss().tables) == min(again(met, one) for one in seatings(tuple(event.players)))


@given(st.randoms(use_true_random=False))
def test_the_order_in_which_tables_end_changes_no_draw(luck: Random) -> None:
    results = [
        [Result(player, place) for place, player in enumerate(table, start=1)]
        for table in ([0, 1, 2], [3, 4, 5], [6, 7, 8])
    ]
    later = luck.sample(results, len(results))
    drawn = []
    for known in (results, later):
        lines = standings(range(9), known, "seed")
        steps = sorted({line.points for line in lines}, reverse=True)
        met = meetings.count([one.player for one in table] for table in known)
        field = Field([line.player for line in lines], 3, 3, 3, "seed", met)
        drawn.append(swiss(field, {line.player: steps.index(line.points) for line in lines}))
    assert drawn[0] == drawn[1]


HUNDREDS = pytest.mark.exhaustive("two hundred players; `make test` pairs up to fifty")


@pytest.mark.parametrize(
    ("players", "seats", "rounds"),
    [
        (5, 2, 4),
        (6, 2, 3),
        (8, 2, 4),
        (31, 2, 6),
        pytest.param(200, 2, 9, marks=HUNDREDS),
        (9, 3, 3),
        (16, 4, 3),
        (24, 4, 5),
        (50, 4, 6),
        pytest.param(200, 4, 3, marks=HUNDREDS),
        # These two are found by the longer exchanges alone.
        (29, 4, 7),
        (46, 5, 7),
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


def test_swiss_of_three_repeats_only_when_it_must() -> None:
    """Against every seating of nine there is."""
    event = Event(9, 3, 3, 3)
    for _ in range(7):
        met = meetings.count(event.tables)
        best = min(again(met, seating) for seating in seatings(tuple(range(9))))
        assert again(met, event.swiss().tables) == best


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
