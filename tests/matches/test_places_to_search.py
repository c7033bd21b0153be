"""Searches of bots: few at a time on the whole site, and none waits for a sweep."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site

from engine import Budget
from games.levels import QUICK as QUICK_BUDGET
from games.levels import SHARP
from games.registry import GAMES
from matches.bots import kinds, search_slots, thinking
from matches.bots.allowance import ALLOWED
from matches.bots.kinds import PATIENT_SEARCH, QUICK, SEARCH, kind_of
from matches.bots.play import play_bots
from matches.bots.search_slots import time_to_search
from matches.models import Match
from matches.tasks import THINKING_SECONDS
from tests.matches.tables import NOON, table_of
from tests.support.apart import process_apart

pytestmark = pytest.mark.django_db
SLUG = next(iter(GAMES))
AT_TABLE = Match(game=SLUG)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The matches whose bots are asked for."""
    asked: list[int] = []
    monkeypatch.setattr("matches.queue.enqueue_play_bots", asked.append)
    return asked


@pytest.fixture
def patient(settings: Any) -> None:
    """Patient bots have one place of their own, as on two cores."""
    settings.BOT_PATIENT_SEARCHES = 1


def table(host: str, *bots: str, after: int) -> Match:
    """A table whose bots were asked so many seconds after noon."""
    match, _ = table_of(host, "eve", bots=bots, rated=False)
    Match.objects.filter(pk=match.pk).update(bots_asked_at=NOON + timedelta(seconds=after))
    return match


def play(match: Match) -> int:
    return play_bots(match_id=match.pk, now=NOON)


def test_an_operator_who_gives_more_time_gets_more_thought(settings: Any):
    assert kinds.budget_at(AT_TABLE, "sharp") == Budget(site.BOT_SECONDS["sharp"], SHARP.simulations)
    settings.BOT_SECONDS = {"sharp": 10.0, "patient": 5.0}
    assert kinds.budget_at(AT_TABLE, "sharp") == Budget(10.0, 5 * 1000)
    assert kinds.budget_at(AT_TABLE, "patient") == Budget(5.0, 10_000 // 4)
    assert kinds.budget_at(AT_TABLE, "steady") == QUICK_BUDGET
    settings.BOT_SECONDS = {"sharp": 0.0001, "patient": 5.0}
    assert kinds.budget_at(AT_TABLE, "sharp").simulations == 1


def test_no_operator_lets_a_bot_think_for_ever(settings: Any):
    settings.BOT_SECONDS = {"patient": 3600.0}
    assert kinds.budget_at(AT_TABLE, "patient") == Budget(kinds.MOST_SECONDS, 15_000)


def test_one_bot_searches_at_a_time_and_quick_ones_need_not_wait():
    with time_to_search(SEARCH) as first, time_to_search(SEARCH) as second:
        assert (first, second) == (True, False)
        with time_to_search(QUICK) as quick:
            assert quick
    with time_to_search(SEARCH) as again:
        assert again


def test_nobody_waits_for_a_patient_bot_where_it_has_a_place_of_its_own(settings: Any):
    for count, apart in ((1, True), (0, False)):
        settings.BOT_PATIENT_SEARCHES = count
        sharp, patient = (kind_of(site.BOT_SECONDS[level]) for level in ("sharp", "patient"))
        with time_to_search(patient) as long, time_to_search(sharp) as short, time_to_search(patient) as other:
            assert (long, short, other) == (True, apart, False)


def may_search() -> bool:
    """True if there is a place. None is handed on, as another process sees none of the tables of a test."""
    with time_to_search(SEARCH) as free:
        return free


def test_all_processes_together_search_so_often_at_a_time(settings: Any, tmp_path: Path):
    """Or a guest with many tables keeps all workers busy, and mails and everybody's bots stand behind them."""
    backend = "django.core.cache.backends.filebased.FileBasedCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": str(tmp_path)}}
    with process_apart(CACHES=settings.CACHES) as worker:
        assert worker.submit(may_search).result()
        with time_to_search(SEARCH):
            assert not worker.submit(may_search).result()
            settings.BOT_SEARCHES = 2
            assert may_search()
        assert worker.submit(may_search).result()


def test_a_table_that_found_the_place_taken_is_asked_once_it_is_free(asked: list[int], monkeypatch: pytest.MonkeyPatch):
    first, second, third = (table(host, "sharp", after=number) for number, host in enumerate(("ana", "ben", "cleo")))
    asked.clear()
    found_taken: list[int] = []

    def think(*_: Any) -> int:
        found_taken.extend([play(second), play(third)])
        return 0

    with monkeypatch.context() as patched:
        patched.setattr(thinking.SEARCHERS, "run", think)
        assert play(first) == 1
    assert (found_taken, asked) == ([0, 0], [second.pk])
    monkeypatch.setattr(thinking.SEARCHERS, "run", lambda *_: 0)
    assert play(second) == 1
    assert asked == [second.pk, third.pk]
    assert play(third) == 1
    assert asked == [second.pk, third.pk], "nobody waits any more"


def test_the_place_goes_to_another_host_first(asked: list[int], monkeypatch: pytest.MonkeyPatch):
    crowd = [table("ana", "sharp", after=number) for number in range(3)]
    other = table("ben", "sharp", after=9)
    asked.clear()
    monkeypatch.setattr(thinking.SEARCHERS, "run", lambda *_: 0)
    for match in (crowd[0], other, crowd[1]):
        assert play(match) == 1
    assert asked == [other.pk, crowd[1].pk, crowd[2].pk]


def test_the_bots_of_a_table_keep_the_place_until_all_have_answered(asked: list[int], monkeypatch: pytest.MonkeyPatch):
    first, second = table_of("ana", bots=["sharp", "sharp", "steady"], rated=False)[0], table("ben", "sharp", after=1)
    asked.clear()
    thought: list[list[int]] = []

    def think(*_: Any) -> int:
        thought.append([*asked])
        return 0

    monkeypatch.setattr(thinking.SEARCHERS, "run", think)
    monkeypatch.setattr(thinking.THINKERS, "run", lambda *_: 0)
    assert play(first) == 3
    assert (thought, asked) == ([[], []], [second.pk])


def test_a_host_sets_how_long_sharp_thinks_within_what_the_operator_gives(settings: Any):
    at_table = Match(game=SLUG, sharp_seconds=8)
    settings.BOT_SECONDS = {"sharp": 2.0, "patient": 20.0}
    assert kinds.budget_at(at_table, "sharp") == SHARP.lasting(8.0)
    assert kinds.budget_at(at_table, "patient").seconds == 20.0
    assert kinds.budget_at(at_table, "steady") == QUICK_BUDGET
    assert kinds.budget_at(Match(game=SLUG, sharp_seconds=1), "sharp").seconds == 1.0
    settings.BOT_SECONDS = {"sharp": 2.0, "patient": 4.0}
    assert kinds.budget_at(at_table, "sharp").seconds == 4.0
    settings.BOT_SECONDS = {"sharp": 0.2, "patient": 0.4}
    assert kinds.budget_at(at_table, "sharp").seconds == 0.2


@pytest.mark.usefixtures("patient")
def test_a_sharp_bot_that_thinks_long_takes_the_place_of_a_patient_one(
    asked: list[int], monkeypatch: pytest.MonkeyPatch
):
    long, usual = (table(host, "sharp", after=number) for number, host in enumerate(("ana", "ben")))
    Match.objects.filter(pk=long.pk).update(sharp_seconds=8)
    asked.clear()
    budgets: list[Budget] = []

    def think(*given: Any) -> int:
        budgets.append(given[-1])
        return 0

    with time_to_search(SEARCH):
        pass
    assert asked == [usual.pk]
    with time_to_search(PATIENT_SEARCH):
        pass
    assert asked == [usual.pk, long.pk]
    monkeypatch.setattr(thinking.SEARCHERS, "run", lambda *_: pytest.fail("This process is for those who think less."))
    monkeypatch.setattr(thinking.PATIENT_SEARCHERS, "run", think)
    assert play(long) == 1
    assert [budget.seconds for budget in budgets] == [8.0]


@pytest.mark.usefixtures("patient")
def test_bots_of_two_levels_take_the_same_place_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch, settings: Any, asked: list[int]
):
    """So no place is held, and no task runs, for the time of both."""
    settings.BOT_SECONDS = {"sharp": 2.0, "patient": 30.0}
    match, _ = table_of("ana", bots=["sharp", "patient", "patient"], rated=False, sharp_seconds=10)
    other = table("ben", "patient", after=1)
    asked.clear()
    thought: list[tuple[float, int]] = []

    def think(*given: Any) -> int:
        thought.append((given[-1].seconds, len(asked)))
        return 0

    monkeypatch.setattr(thinking.PATIENT_SEARCHERS, "run", think)
    assert play(match) == 3
    assert sorted(thought) == [(10.0, 1), (18.0, 0), (18.0, 0)] or sorted(thought) == [(10.0, 0), (18.0, 1), (18.0, 1)]
    assert asked == [other.pk, other.pk]
    assert sum(seconds for seconds, _ in thought) < THINKING_SECONDS
    assert search_slots.LEASE > 2 * 18.0


@pytest.mark.usefixtures("patient")
def test_a_place_is_handed_on_to_bots_of_its_kind_that_have_none(
    asked: list[int], monkeypatch: pytest.MonkeyPatch, settings: Any
):
    settings.BOT_SEARCHES = 2
    steady, patient = table("ana", "steady", after=0), table("ben", "patient", after=1)
    thinks, waits = table("cleo", "sharp", after=2), table("dora", "sharp", after=3)
    asked.clear()
    monkeypatch.setattr(thinking.SEARCHERS, "run", lambda *_: 0)
    with time_to_search(SEARCH, thinks.pk):
        with time_to_search(SEARCH):
            pass
        assert asked == [waits.pk]
    with time_to_search(PATIENT_SEARCH):
        pass
    assert asked == [waits.pk, waits.pk, patient.pk]
    assert steady.pk not in asked


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(("level", "process"), [("sharp", "SEARCHERS"), ("patient", "PATIENT_SEARCHERS")])
def test_bots_of_different_places_think_in_different_processes(
    level: str, process: str, monkeypatch: pytest.MonkeyPatch, settings: Any
):
    settings.BOT_SECONDS = {"sharp": 0.9, "patient": 20.0}
    match, _ = table_of("ana", bots=[level] * 3, rated=False)
    budgets: list[Budget] = []

    def think(*given: Any) -> int:
        budgets.append(given[-1])
        return 0

    monkeypatch.setattr(getattr(thinking, process), "run", think)
    assert play(match) == 3
    assert [budget.seconds for budget in budgets] == [pytest.approx(ALLOWED * settings.BOT_SECONDS[level] / 3.5)] * 3


def test_a_place_that_cannot_be_handed_on_is_free_all_the_same(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fail(*_: Any) -> None:
        raise OSError

    monkeypatch.setattr(search_slots, "_hand_on", fail)
    assert may_search()
    assert may_search()
    assert "A place to search could not be handed on: OSError" in caplog.text
