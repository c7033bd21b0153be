"""The simulation of quick tables, with few people: everyone is counted once, and nobody meets whom they may not."""

import contextlib
from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from bench import comers, pool
from bench.pool import Outcome, figures, simulate
from matches.models import Match
from meeting.services import seating

PEOPLE = 24
SOME_DAYS = range(2)
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def _looks_once_an_hour() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comers, "TICK", comers.HOUR)
        yield


@pytest.fixture(scope="module")
def day(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Outcome:
    with django_db_blocker.unblock():
        return simulate(1, PEOPLE)


def test_everybody_of_a_day_sits_down_once_or_still_waits(day: Outcome) -> None:
    assert len(day.waits) + day.never_seated == PEOPLE
    assert 0 <= day.with_bots <= len(day.waits)
    assert all(0 <= wait <= comers.LENGTH / comers.MINUTE for wait in day.waits)
    assert day.gaps and all(gap >= 0 for gap in day.gaps)
    assert not Match.objects.exists(), "a day leaves nothing behind"


def test_most_find_a_table_and_a_fuller_site_seats_them_sooner(day: Outcome) -> None:
    crowd = simulate(1, 3 * PEOPLE)
    assert day.never_seated < PEOPLE / 2
    assert crowd.never_seated / (3 * PEOPLE) <= day.never_seated / PEOPLE


def test_nobody_of_the_day_is_seated_with_somebody_they_have_blocked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comers, "BLOCKERS", 3)
    day = simulate(3, PEOPLE)
    assert day.met and day.apart and not day.met & day.apart
    monkeypatch.setattr(seating, "pairs_apart", lambda users: [])
    day = simulate(3, PEOPLE)
    assert day.met & day.apart, "the simulation sees it"


def test_the_same_seed_is_the_same_day(day: Outcome) -> None:
    again = simulate(1, PEOPLE)
    assert again._replace(slowest=0) == day._replace(slowest=0)
    assert simulate(2, PEOPLE)._replace(slowest=0) != day._replace(slowest=0)


def test_the_figures_are_those_of_the_days(monkeypatch: pytest.MonkeyPatch) -> None:
    days = iter([Outcome([1, 3], [10, 30], 2, 0, 0.1, set(), set()), Outcome([5], [20], 0, 1, 0.2, set(), set())])
    monkeypatch.setattr(pool, "SEEDS", SOME_DAYS)
    monkeypatch.setattr(pool, "own_database", contextlib.nullcontext)
    monkeypatch.setattr(pool, "simulate", lambda seed: next(days))
    found = {figure.figure: figure.value for figure in figures(0)}
    assert found["pool.wait_minutes_median"] == 3 and found["pool.rating_gap_median"] == 20
    assert found["pool.never_seated"] == 1 and found["pool.with_bots"] == 0.5 and found["pool.look_ms"] == 200
