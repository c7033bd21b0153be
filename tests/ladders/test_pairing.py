"""Pairings: everyone gets a seat, few meet twice, seats and byes are fair."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladders.methods.pairing import meetings
from ladders.methods.pairing.designs import parallel_rounds, resolved_rounds
from ladders.methods.pairing.field import Draw, Field
from ladders.methods.pairing.knockout import going_on, knockout
from ladders.methods.pairing.robin import robin, rounds_needed
from ladders.methods.pairing.seating import seat_order
from ladders.methods.pairing.sizes import split
from ladders.methods.pairing.swiss import swiss
from tests.ladders.events import SIZES, Event, check_round, seatings


@given(st.integers(0, 200), SIZES)
def test_sizes_differ_by_at_most_one_and_few_sit_out(players: int, sizes: tuple[int, int, int]) -> None:
    fewest, seats, most = sizes
    found = split(players, seats, fewest, most)
    assert sum(found.sizes) + found.byes == players
    assert not found.sizes or max(found.sizes) - min(found.sizes) <= 1
    assert all(fewest <= size <= most for size in found.sizes)
    could_sit = any(count * fewest <= players <= count * most for count in range(1, players + 1))
    assert (found.byes == 0) == (could_sit or players == 0)


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
    # The measured result above the lower bound: 0 is perfect.
    [
        (9, 3, 0),
        (15, 3, 0),
        (16, 4, 0),
        (13, 4, 0),
        (25, 5, 0),
        (64, 8, 0),
        (17, 5, 0),
        (21, 3, 0),
        (20, 3, 0),
        (28, 4, 0),
        (39, 4, 0),
        (40, 4, 0),
        (6, 3, 0),
        (12, 4, 0),
        (12, 3, 3),
    ],
)
@pytest.mark.sampled(5, "round robins of every size, not of five")
def test_a_round_robin_of_more_comes_near_the_lower_bound(players: int, seats: int, worse: int) -> None:
    event = Event(players, seats, 2, seats)
    rounds = rounds_needed(players, seats)
    for number in range(1, rounds + 1):
        draw = event.take(robin(event.field(), number, rounds))
        check_round(draw, event.players, 2, seats)
    met = meetings.count(event.tables)
    least = meetings.least_unevenness(players, [len(table) for table in draw.tables], rounds)
    assert meetings.unevenness(met) - least <= worse


@pytest.mark.parametrize(
    ("players", "seats", "again"),
    # If players who left are taken out of their tables, the plan still holds; after a late entry it is made again.
    [(8, 2, 0), (16, 4, 0), (25, 5, 0)],
)
def test_a_round_robin_that_one_leaves_keeps_its_plan(players: int, seats: int, again: int) -> None:
    event = Event(players, seats, seats - (seats > 2), seats)
    rounds = rounds_needed(players, seats)
    for number in range(1, rounds + 1):
        if number == 3:
            event.players.remove(event.players[5])
        draw = event.take(robin(event.field(), number, rounds))
        check_round(draw, event.players, seats - (seats > 2), seats)
    assert event.repeats() == again and max(event.byes.values(), default=0) <= 1


@settings(deadline=None, max_examples=30)
@given(st.integers(3, 12), st.data())
def test_a_pair_kept_apart_meanwhile_makes_nobody_of_a_round_robin_meet_again(players: int, data: Any) -> None:
    event, rounds = Event(players, 2, 2, 2), rounds_needed(players, 2)
    pairs = st.tuples(*[st.integers(0, players - 1)] * 2).filter(lambda two: two[0] < two[1])
    for number in range(1, rounds + 1):
        event.apart = data.draw(st.frozensets(pairs, max_size=3))
        check_round(event.take(robin(event.field(), number, rounds)), event.players, 2, 2)
    assert event.repeats() == 0 and max(event.byes.values(), default=0) <= 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_round_robin_is_planned_again_when_somebody_comes_late_or_many_leave(seats: int) -> None:
    event = Event(13, seats, 2, seats)
    rounds = rounds_needed(13, seats)
    for number in range(1, rounds + 1):
        if number == 2:
            event.players.append(13)
        if number == 4:
            event.players = event.players[3:]
        check_round(event.take(robin(event.field(), number, rounds)), event.players, 2, seats)
    met = meetings.count(event.tables)
    assert max(met.values()) <= 2 + (seats > 2)


def test_the_lower_bound_is_reached_by_no_plan_at_all_in_small_cases() -> None:
    """Against every way to play two rounds of six at tables of three."""
    first = [[0, 1, 2], [3, 4, 5]]
    found = min(meetings.unevenness(meetings.count([*first, *other])) for other in seatings(tuple(range(6))))
    assert found == meetings.least_unevenness(6, [3, 3], 2) == 2


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9, 11])
def test_an_affine_plane_lets_everyone_meet_once(order: int) -> None:
    rounds = parallel_rounds(range(order * order), order, [order] * order)
    met = meetings.count(table for tables in rounds for table in tables)
    assert len(rounds) == order + 1 and set(met.values()) == {1}
    assert len(met) == order * order * (order * order - 1) // 2


@pytest.mark.parametrize(("players", "seats"), [(21, 3), (28, 4), (40, 4)])
def test_a_resolved_design_lets_everyone_meet_once(players: int, seats: int) -> None:
    rounds = resolved_rounds(range(players), [seats] * (players // seats))
    met = meetings.count(table for tables in rounds for table in tables)
    assert len(rounds) == rounds_needed(players, seats) and set(met.values()) == {1}
    assert len(met) == players * (players - 1) // 2
    for tables in rounds:
        check_round(Draw(tables, []), list(range(players)), seats, seats)


@pytest.mark.parametrize(("players", "tables"), [(13, 4), (20, 5), (36, 12), (45, 15), (100, 25)])
def test_a_known_plan_that_is_cut_repeats_no_meeting(players: int, tables: int) -> None:
    most = -(-players // tables)
    sizes = split(players, most, 2, most).sizes
    rounds = parallel_rounds(range(players), tables, sizes)
    assert len(rounds) >= tables == len(sizes)
    for drawn in rounds:
        check_round(Draw(drawn, []), list(range(players)), 2, 12)
    assert meetings.repeats(meetings.count(table for drawn in rounds for table in drawn)) == 0


@given(st.integers(2, 12), st.integers(2, 30))
def test_seats_even_out_over_the_rounds(size: int, rounds: int) -> None:
    had: dict[int, Counter[int]] = {player: Counter() for player in range(size)}
    for number in range(rounds):
        for seat, player in enumerate(seat_order(list(range(size)), had, f"seed {number}")):
            had[player][seat] += 1
    spread = max(had[0][seat] for seat in range(size)) - min(had[0][seat] for seat in range(size))
    assert spread <= 2


@settings(deadline=None)
@given(st.integers(2, 200), SIZES, st.integers(1, 5))
def test_a_knock_out_ends_with_one_table(players: int, sizes: tuple[int, int, int], wanted: int) -> None:
    fewest, seats, most = sizes
    left = list(range(players))
    # The largest number is 23: two hundred at tables of six, of whom five advance.
    for _ in range(25):
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
    for pot in range(4):
        assert [len({*range(4 * pot, 4 * pot + 4)} & {*table}) for table in draw.tables] == [1] * 4


def test_nobody_can_reckon_out_whom_they_meet_in_a_knock_out() -> None:
    """Ratings are known before the seed, so they may only decide which pot a player comes from."""
    met = {tuple(map(tuple, knockout(Field(list(range(16)), 4, 3, 4, f"seed {number}")).tables)) for number in range(9)}
    assert len(met) == 9


def test_pairs_kept_apart_sit_apart() -> None:
    apart = frozenset({(0, 1), (2, 3), (4, 5)})
    for seats in (2, 3, 4):
        field = Field(list(range(12)), seats, 2, 4, "seed", apart=apart)
        for draw in (swiss(field, dict.fromkeys(range(12), 0)), robin(field, 1, 1), knockout(field)):
            assert not apart & set(meetings.count(draw.tables))


def test_a_round_robin_of_two_seats_pairs_kept_apart_only_when_all_others_have_met() -> None:
    apart = frozenset({(0, 7)})
    for rounds in (10, 11):
        drawn: list[Any] = []
        for number in range(1, rounds + 1):
            met = meetings.count(drawn)
            field = Field(list(range(12)), 2, 2, 2, f"seed {number}", met, apart=apart, plan_seed="seed")
            drawn += robin(field, number, rounds).tables
        met = meetings.count(drawn)
        assert (max(met.values()), (0, 7) in met) == (1, rounds == 11)
        assert rounds == 10 or [0, 7] in [sorted(table) for table in drawn[-6:]]


def test_the_same_seed_gives_the_same_tables() -> None:
    def drawn(seed: str) -> list[list[int]]:
        return robin(Field(list(range(20)), 4, 3, 4, seed, plan_seed=seed), 1, 3).tables

    assert drawn("one") == drawn("one") != drawn("other")
