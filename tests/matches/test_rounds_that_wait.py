"""A task takes all rounds that became complete while it waited, and leaves none behind."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from celery import current_app
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.cache import cache
from django.db import connections, transaction

from foundation.queue import use_sweep_queue
from matches import tasks
from matches.models import Match, Seat, Step
from matches.play.answers import submit_answer
from matches.rounds import many_rounds
from matches.rounds.locking import lock_match
from matches.rounds.many_rounds import resolve_complete
from matches.rounds.play import play_round
from matches.rounds.seal import seal_conditional_answer
from matches.sweep import sweep
from tests.matches.tables import NOON, table_of
from tests.support.site import eventually

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
SOON = NOON + timedelta(seconds=1)
TASK = "matches.resolve_complete"


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[int]]]:
    """The tasks that are sent; none waits yet."""
    found: list[tuple[str, list[int]]] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args, **options: found.append((name, args)))
    cache.clear()
    return found


def closed(answers: int = 3) -> Match:
    """A match whose first round is complete, or has this many of its three answers."""
    match, people = table_of("ana", "ben", "cleo")
    for user in people[:answers]:
        submit_answer(match_id=match.pk, user_id=user.pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    return match


def steps() -> list[int]:
    return list(Match.objects.order_by("pk").values_list("step", flat=True))


def test_one_task_is_sent_for_all_rounds_that_come_while_it_waits(sent: list[tuple[str, list[int]]]) -> None:
    first, _ = closed(), closed()
    assert [task for task in sent if task[0] == TASK] == [(TASK, [first.pk])]


def test_a_round_that_comes_once_the_task_looks_has_another(
    sent: list[tuple[str, list[int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    late: list[Match] = []
    monkeypatch.setattr(tasks, "resolve_complete", lambda **_: late.append(closed()))
    first = closed()
    tasks.resolve_complete_task(first.pk)
    assert [task for task in sent if task[0] == TASK] == [(TASK, [first.pk]), (TASK, [late[0].pk])]


def test_a_task_is_sent_for_each_round_that_a_sweep_completes(sent: list[tuple[str, list[int]]]) -> None:
    closed()
    with use_sweep_queue():
        second = closed()
    assert sent[-1] == (TASK, [second.pk]), "what waits in the queue of the sweeps is slower"


def test_a_task_is_sent_if_the_cache_is_down(
    sent: list[tuple[str, list[int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: Any) -> None:
        raise OSError

    monkeypatch.setattr("foundation.queue.cache", type("Down", (), {"add": down, "delete": down})())
    closed()
    tasks.resolve_complete_task(closed().pk)
    assert len([task for task in sent if task[0] == TASK]) == 2
    assert steps()[1] == 1


def test_a_task_takes_what_was_completed_lately(django_assert_max_num_queries: Any) -> None:
    numbers = [closed().pk for _ in range(4)]
    with django_assert_max_num_queries(25):
        resolve_complete(match_id=numbers[1], now=SOON)
    assert steps() == [1, 1, 1, 1]


def test_what_failed_before_is_left_to_the_sweep() -> None:
    numbers = [closed().pk for _ in range(2)]
    resolve_complete(match_id=numbers[1], now=NOON + timedelta(minutes=1))
    assert steps() == [0, 1]


def test_of_many_rounds_some_are_left_to_another_task(
    sent: list[tuple[str, list[int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many_rounds, "AT_ONCE", 2)
    numbers = [closed().pk for _ in range(4)]
    cache.clear()
    sent.clear()
    resolve_complete(match_id=numbers[0], now=SOON)
    assert sum(steps()) == 2 and steps()[0] == 1
    [(task, (left,))] = [one for one in sent if one[0] == TASK]
    assert (task, steps()[numbers.index(left)]) == (TASK, 0)
    resolve_complete(match_id=left, now=SOON)
    assert steps() == [1] * 4


def test_a_round_that_takes_too_long_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, sent: list[tuple[str, list[int]]]
) -> None:
    numbers = [closed().pk for _ in range(3)]
    sent.clear()
    interrupted_once(numbers[1], monkeypatch)
    resolve_complete(match_id=numbers[0], now=SOON)
    assert steps() == [1, 0, 1]
    assert f"The round of match {numbers[1]} took too long" in caplog.text
    assert ("matches.resolve_round", [numbers[1]]) in sent


PLAYED_IN = ("rounds.many_rounds", "rounds.resolve", "timeouts.many_deadlines")


def interrupted_once(
    number: int, monkeypatch: pytest.MonkeyPatch, *places: str, what: Callable[..., Any] = play_round
) -> None:
    """Let the rules of a match hang: a worker interrupts them once in each task, and then has to kill it."""
    tried: list[int] = []

    def hang(*given: Any, **more: Any) -> Any:
        match = more.get("match") or given[0]
        if match.pk != number:
            return what(*given, **more)
        tried.append(number)
        if len(tried) > 1:
            pytest.fail("the task hangs for good")
        raise SoftTimeLimitExceeded

    for place in places or [f"matches.{room}.play_round" for room in PLAYED_IN]:
        monkeypatch.setattr(place, hang)


def test_a_round_that_takes_too_long_holds_up_no_sweep(
    monkeypatch: pytest.MonkeyPatch, sent: list[tuple[str, list[int]]]
) -> None:
    numbers = [closed().pk for _ in range(2)]
    with_bots, _ = table_of("ana", "ben", "cleo")
    Match.objects.filter(pk=with_bots.pk).update(bots_asked_at=NOON)
    sent.clear()
    interrupted_once(numbers[0], monkeypatch)
    sweep(now=NOON + timedelta(minutes=1))
    assert steps() == [0, 1, 0]
    sweep(now=NOON + timedelta(minutes=2))
    assert [args for name, args in sent if name == "matches.resolve_round"] == [[numbers[0]]], "once for some minutes"
    assert {("matches.resolve_round", numbers[0]), ("matches.play_bots", with_bots.pk)} <= {
        (name, args[0]) for name, args in sent
    }


@pytest.mark.parametrize("is_in_round", [False, True])
def test_deadlines_that_take_too_long_hold_up_no_sweep(
    is_in_round: bool, monkeypatch: pytest.MonkeyPatch, sent: list[tuple[str, list[int]]]
) -> None:
    hanging, other = (closed(answers=2).pk for _ in range(2))
    if not is_in_round:
        # Who has an excuse left is handled alone.
        Seat.objects.filter(match=hanging).update(excuses_left=1)
    late = Seat.objects.filter(awaited=True).latest("deadline").deadline
    assert late is not None
    sent.clear()
    if is_in_round:
        interrupted_once(hanging, monkeypatch)
    else:
        conditional = "matches.timeouts.timeouts.seal_conditional_answer"
        interrupted_once(hanging, monkeypatch, conditional, what=seal_conditional_answer)
    sweep(now=late)
    assert dict(zip((hanging, other), steps(), strict=True)) == {hanging: 0, other: 1}
    sweep(now=late)
    assert [args for name, args in sent if name == "matches.pass_deadlines"] == [[hanging]], "once for some minutes"


@pytest.mark.parametrize("task", [tasks.resolve_complete_task, tasks.resolve_rounds_task, tasks.sweep_matches])
def test_a_worker_interrupts_a_round_before_it_stops_all(task: Any) -> None:
    assert task.soft_time_limit < (task.time_limit or settings.CELERY_TASK_TIME_LIMIT)


def test_a_task_waits_for_who_holds_its_own_match() -> None:
    numbers = [closed().pk for _ in range(3)]

    def resolve() -> None:
        resolve_complete(match_id=numbers[1], now=SOON)
        connections.close_all()

    with ThreadPoolExecutor(1) as other:
        with transaction.atomic():
            lock_match(numbers[1])
            resolving = other.submit(resolve)
            eventually(lambda: steps() == [1, 0, 1])
        resolving.result()
    assert steps() == [1, 1, 1]


def test_each_round_is_resolved_once_by_many_tasks() -> None:
    numbers = [closed().pk for _ in range(6)]
    begin = Event()

    def resolve(number: int) -> None:
        begin.wait(30)
        resolve_complete(match_id=number, now=SOON)
        connections.close_all()

    with ThreadPoolExecutor(4) as workers:
        running = [workers.submit(resolve, number) for number in numbers[:4]]
        begin.set()
        for one in running:
            one.result()
    assert steps() == [1] * 6
    assert Step.objects.count() == 12
