"""Jobs that find their own work: one run at a time, for a while, and a failure holds up nobody."""

import logging
from collections.abc import Iterator

import pytest
from celery.exceptions import Ignore
from django.core.cache import cache

from foundation.budget import work_for
from foundation.guarded import run_guarded
from foundation.one_at_a_time import one_at_a_time

KEY = "one-at-a-time:sheep"
logger = logging.getLogger(__name__)


@pytest.fixture(autouse=True)
def _no_lease() -> Iterator[None]:
    cache.delete(KEY)
    yield
    cache.delete(KEY)


def test_a_run_is_skipped_while_another_holds_the_lease() -> None:
    runs: list[str] = []

    @one_at_a_time("sheep", 60)
    def count_sheep() -> str:
        runs.append("outer" if not runs else "inner")
        if len(runs) > 1:
            return "slept"
        with pytest.raises(Ignore):
            count_sheep()
        return "counted"

    assert count_sheep() == "counted"
    assert runs == ["outer"]
    assert count_sheep() == "slept", "the lease was given back"


def test_a_run_that_fails_gives_its_lease_back() -> None:
    @one_at_a_time("sheep", 60)
    def fall_over() -> None:
        raise ZeroDivisionError

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            fall_over()


def test_a_run_that_took_too_long_leaves_the_lease_of_the_next_alone() -> None:
    @one_at_a_time("sheep", 60)
    def outlast() -> None:
        cache.set(KEY, "of the next run", 60)

    outlast()
    assert cache.get(KEY) == "of the next run"


def test_without_a_cache_the_work_is_done_all_the_same(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def gone(*arguments: object) -> bool:
        raise OSError("redis://:secret@nowhere")

    monkeypatch.setattr(cache, "add", gone)
    monkeypatch.setattr(cache, "get", gone)
    assert one_at_a_time("sheep", 60)(lambda: "done")() == "done"
    assert caplog.text.count("OSError") == 2 and "secret" not in caplog.text


def test_a_job_that_fails_is_logged_by_the_type_of_its_error_alone(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> str:
        raise ValueError("what a seat sees")

    assert run_guarded(fail, "A mail failed", logger=logger, default="none") == "none"
    assert "A mail failed: ValueError" in caplog.text and "what a seat sees" not in caplog.text
    assert run_guarded(lambda: "sent", "A mail failed", logger=logger, default="none") == "sent"


def test_work_ends_when_nothing_is_left_or_its_time_is_up() -> None:
    pieces = iter([True, True, False])
    assert not work_for(60, lambda: next(pieces)), "nothing is left"
    assert next(pieces, "all done") == "all done"
    assert work_for(0, lambda: True), "one piece is done whatever it takes, and some may be left"
