"""Several beats may run: one sends, and another takes its place when it falls silent or stops."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from celery import Celery
from celery.beat import Scheduler
from django.core.cache import cache

from piecepack_site.beat import LEASE, OneOfMany
from tests.support.site import ServerSite, eventually

SWEEP = "matches.sweep"


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


@pytest.mark.long("two beats of a server, one of which is killed")
def test_sweeps_go_on_after_the_beat_that_asked_for_them_is_killed(server_site: ServerSite) -> None:
    def sweeps() -> int:
        return server_site.tasks_done()[SWEEP]

    eventually(sweeps)
    server_site.start_one("beat-1")
    server_site.services["beat"].kill()
    before = sweeps()
    eventually(lambda: sweeps() > before + 1, seconds=60)
