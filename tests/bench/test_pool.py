"""The simulation of quick tables, with few people: everyone is counted once, and nobody meets whom they may not."""

from collections.abc import Sequence
from itertools import combinations

import pytest

from bench import pool
from bench.pool import Outcome, figures, simulate
from meeting.methods.seating import MINUTE, Group, Seeker, seat_people

PEOPLE = 24
SOME_DAYS = range(2)


@pytest.fixture(scope="module")
def day() -> Outcome:
    return simulate(1, PEOPLE)


def test_everybody_of_a_day_sits_down_once_or_still_waits(day: Outcome) -> None:
    assert len(day.waits) + day.never_seated == PEOPLE
    assert 0 <= day.with_bots <= len(day.waits)
    assert all(0 <= wait <= pool.LENGTH / MINUTE for wait in day.waits)
    assert day.gaps and all(gap >= 0 for gap in day.gaps)


def test_most_find_a_table_and_a_fuller_site_seats_them_sooner(day: Outcome) -> None:
    crowd = simulate(1, 3 * PEOPLE)
    assert day.never_seated < PEOPLE / 2
    assert crowd.never_seated / (3 * PEOPLE) <= day.never_seated / PEOPLE


def test_nobody_of_the_day_is_seated_with_somebody_they_have_blocked(monkeypatch: pytest.MonkeyPatch) -> None:
    groups: list[tuple[int, ...]] = []
    apart: set[frozenset[int]] = set()

    def watched(waiting: Sequence[Seeker], pairs: Sequence[tuple[int, int]]) -> list[Group]:
        found = seat_people(waiting, pairs)
        groups.extend(tuple(group.users) for group in found)
        apart.update(frozenset(pair) for pair in pairs)
        return found

    monkeypatch.setattr(pool, "seat_people", watched)
    simulate(3, PEOPLE)
    met = {frozenset(pair) for users in groups for pair in combinations(users, 2)}
    assert met and apart and not met & apart


def test_the_same_seed_is_the_same_day(day: Outcome) -> None:
    again = simulate(1, PEOPLE)
    assert again._replace(slowest=0) == day._replace(slowest=0)
    assert simulate(2, PEOPLE)._replace(slowest=0) != day._replace(slowest=0)


def test_the_figures_are_those_of_the_days(monkeypatch: pytest.MonkeyPatch) -> None:
    days = iter([Outcome([1, 3], [10, 30], 2, 0, 0.1), Outcome([5], [20], 0, 1, 0.2)])
    monkeypatch.setattr(pool, "SEEDS", SOME_DAYS)
    monkeypatch.setattr(pool, "simulate", lambda seed: next(days))
    found = {figure.figure: figure.value for figure in figures(0)}
    assert found["pool.wait_minutes_median"] == 3 and found["pool.rating_gap_median"] == 20
    assert found["pool.never_seated"] == 1 and found["pool.with_bots"] == 0.5 and found["pool.look_ms"] == 200
