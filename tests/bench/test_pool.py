"""The simulation of quick tables, with few people: everyone is counted once, and nobody meets whom they may not."""

import contextlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from pytest_django import DjangoDbBlocker

from bench import comers, pool
from bench.comers import Comer
from bench.pool import WHY, Outcome, figures, simulate
from matches.clocks.time_controls import usual_paces
from matches.models import Match
from matches.policy import DAY
from meeting.criteria import Criteria, bots_offered, is_live, usual_criteria
from meeting.services import seating

PEOPLE = 12
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
    assert len(day.waits) + day.never_seated.total() == PEOPLE
    assert 0 <= day.with_bots <= len(day.waits)
    assert all(0 <= wait <= comers.LENGTH / comers.MINUTE for wait in day.waits)
    assert day.gaps and all(gap >= 0 for gap in day.gaps)
    assert not Match.objects.exists(), "a day leaves nothing behind"


@pytest.mark.long("days of people who look for tables")
def test_most_find_a_table_and_a_fuller_site_seats_them_sooner(day: Outcome) -> None:
    crowd = simulate(1, 3 * PEOPLE)
    assert crowd.never_seated.total() < 3 * PEOPLE / 2
    assert crowd.never_seated.total() / (3 * PEOPLE) <= day.never_seated.total() / PEOPLE


@pytest.mark.long("days of people who look for tables")
def test_nobody_of_the_day_is_seated_with_somebody_they_have_blocked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comers, "BLOCKERS", 3)
    day = simulate(3, PEOPLE)
    assert day.met and day.apart and not day.met & day.apart
    monkeypatch.setattr(seating, "pairs_apart", lambda users: [])
    day = simulate(3, PEOPLE)
    assert day.met & day.apart, "the simulation sees it"


@pytest.mark.long("days of people who look for tables")
def test_the_same_seed_is_the_same_day(day: Outcome) -> None:
    again = simulate(1, PEOPLE)
    assert again._replace(slowest=0) == day._replace(slowest=0)
    assert simulate(2, PEOPLE)._replace(slowest=0) != day._replace(slowest=0)


def test_the_figures_are_those_of_the_days(monkeypatch: pytest.MonkeyPatch) -> None:
    left = Counter(live_over=2, few_choices=1)
    days = iter(
        [Outcome([1, 3], [10, 30], left, 0, 0.1, set(), set()), Outcome([5], [20], Counter(), 1, 0.2, set(), set())]
    )
    monkeypatch.setattr(pool, "SEEDS", SOME_DAYS)
    monkeypatch.setattr(pool, "own_database", contextlib.nullcontext)
    monkeypatch.setattr(pool, "simulate", lambda seed: next(days))
    found = {figure.figure: figure.value for figure in figures(0)}
    assert found["pool.wait_minutes_median"] == 3 and found["pool.rating_gap_median"] == 20
    assert found["pool.never_seated"] == 1.5 and found["pool.with_bots"] == 0.5 and found["pool.look_ms"] == 200
    reasons = {name: value for name, value in found.items() if name.startswith("pool.never_seated_")}
    assert len(reasons) == len(WHY) and sum(reasons.values()) == found["pool.never_seated"]
    assert (reasons["pool.never_seated_live_over"], reasons["pool.never_seated_few_choices"]) == (1, 0.5)


def test_why_somebody_has_no_seat_is_said_by_the_first_reason_that_holds() -> None:
    left = comers.Day(1, 3)
    users = [comer.user for comer in left.comers.values()][:3]
    left.apart = set()
    days, live = usual_criteria(), [pace for pace in usual_paces() if is_live(pace)]

    def why(criteria: Criteria, bots_after: int | None = None) -> str:
        left.comers = {user.pk: Comer(0, user, criteria, bots_after) for user in users}
        left.since = dict.fromkeys(left.comers, 0.0)
        return left._why(users[0].pk)

    assert why(replace(days, paces=tuple(live)), 30) == "live_over"
    assert why(days, 24 * 60) == "otherwise"
    assert why(days, comers.LENGTH // comers.MINUTE + 1) == "bots_later"
    assert why(replace(days, sizes=(4, 6))) == "large_tables"
    assert why(replace(days, games=("hexes",), paces=days.paces[:1])) == "few_choices"
    first, second, third = (left.places[user.pk] for user in users)
    left.apart = {(min(first, third), max(first, third))}
    assert why(replace(days, sizes=(4, 6))) == "blocked"
    left.apart = {(min(second, third), max(second, third))}
    assert why(days) == "otherwise"


def test_nobody_of_the_day_asks_for_bots_at_a_time_that_the_page_does_not_offer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(comers, "LIVE_SHARE", 0.5)
    user, chance = comers._people(1, Random(1))[0], Random(2)
    found = [comers._comer(user, chance, day=1) for _ in range(60)]
    assert all(comer.bots_after in (None, *bots_offered(comer.criteria)) and comer.at >= DAY for comer in found)
    assert {5, 30} == {one.bots_after for one in found if one.bots_after and bots_offered(one.criteria) == [5, 30]}
