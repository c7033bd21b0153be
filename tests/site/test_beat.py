"""Several beats may run: one sends, and another takes its place when it falls silent or stops."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from celery import Celery, current_app
from celery.beat import Scheduler
from celery.contrib.testing.mocks import TaskMessage
from celery.worker import request
from django.conf import settings
from django.core.cache import cache

from matches.models import Match
from matches.play.answers import submit_answer
from matches.tasks import sweep_matches
from piecepack_site.beat import LEASE, OneOfMany
from tests.matches.tables import NOON, table_of
from tests.support.site import ServerSite, eventually

SWEEP = "matches.sweep"
LINES = {line["task"]: line for line in settings.CELERY_BEAT_SCHEDULE.values()}


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the beats that sent something."""
    cache.delete(LEASE)
    names: list[str] = []
    monkeypatch.setattr(Scheduler, "apply_entry", lambda beat, entry, producer: names.append(beat.app.main))
    monkeypatch.setattr(Scheduler, "setup_schedule", lambda beat: None)
    return names


def beat(name: str) -> Any:
    return OneOfMany(app=Celery(name, set_as_current=False))


def test_only_one_sends(sent: list[str]) -> None:
    first, second = beat("first"), beat("second")
    for one in (first, second, second, first):
        one.apply_entry(None)
    assert sent == ["first", "first"]


def fall_silent(first: Any) -> None:
    cache.touch(LEASE, 0.01)
    time.sleep(0.02)


@pytest.mark.parametrize("end", [fall_silent, lambda first: first.close()], ids=["fallen silent", "stopped"])
def test_another_takes_the_place_of_one_that_sends_no_more(end: Callable[[Any], None], sent: list[str]) -> None:
    first, second = beat("first"), beat("second")
    first.apply_entry(None)
    end(first)
    second.apply_entry(None)
    first.apply_entry(None)
    assert sent == ["first", "second"]
    first.close()
    second.apply_entry(None)
    assert sent == ["first", "second", "second"], "it gives back no lease of another"


def test_without_a_cache_each_sends(sent: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> bool:
        raise OSError

    monkeypatch.setattr(cache, "add", fail)
    beat("first").apply_entry(None)
    beat("second").apply_entry(None)
    assert sent == ["first", "second"]


@pytest.fixture
def is_taken(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, timedelta], bool]:
    """True if a worker takes a task of beat when so much time is over by the worker's clock."""
    at = datetime.now(UTC)

    monkeypatch.setattr(request, "datetime", SimpleNamespace(now=lambda *_: at))

    def taken(task: str, age: timedelta) -> bool:
        expires = (at - age + timedelta(seconds=LINES[task]["options"]["expires"])).isoformat()
        message = TaskMessage(task, expires=expires)
        sent = request.Request(message, app=current_app, task=sweep_matches)
        return not sent.maybe_expire()

    return taken


@pytest.mark.parametrize("task", LINES)
def test_a_worker_whose_clock_is_minutes_ahead_takes_what_beat_sends(
    task: str, is_taken: Callable[[str, timedelta], bool]
) -> None:
    assert is_taken(task, timedelta(minutes=3))
    assert is_taken(task, timedelta(seconds=LINES[task]["schedule"], minutes=3)), "it has waited for the next one"


@pytest.mark.django_db
def test_what_waits_after_an_hour_without_workers_is_little_and_is_done_once(
    is_taken: Callable[[str, timedelta], bool],
    django_assert_max_num_queries: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting = dict.fromkeys(LINES, 0)
    for task, line in LINES.items():
        for age in range(0, 3600, int(line["schedule"])):
            waiting[task] += is_taken(task, timedelta(seconds=age))
    assert waiting[SWEEP] < 70 and sum(waiting.values()) < 350
    match, people = table_of("ana", "ben", "cleo")
    submit_answer(match_id=match.pk, user_id=people[0].pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON + timedelta(days=1))
    sweep_matches()
    assert Match.objects.get().step == 1
    others = waiting[SWEEP] - 1
    with django_assert_max_num_queries(20 * others):
        for _ in range(others):
            sweep_matches()
    assert Match.objects.get().step == 1


@pytest.mark.long("two beats of a server, one of which is killed")
def test_sweeps_go_on_after_the_beat_that_asked_for_them_is_killed(server_site: ServerSite) -> None:
    def sweeps() -> int:
        return server_site.tasks_done()[SWEEP]

    eventually(sweeps)
    server_site.start_one("beat-1")
    server_site.services["beat"].kill()
    before = sweeps()
    eventually(lambda: sweeps() > before + 1, seconds=60)
