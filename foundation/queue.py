"""The task queue. Tasks are sent by name once the transaction commits.

A message says that there may be work. It may be lost, repeated or run twice without harm:
the worker checks the database, and a sweep picks up lost work.
"""

import logging
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from kombu.exceptions import OperationalError

from foundation.guarded import write_cache

logger = logging.getLogger(__name__)

ROUNDS, BOTS, SWEEPS, SLOW = QUEUES = ("rounds", "bots", "sweeps", "slow")
"""What people wait for, what bots compute, what comes by the clock, and all else. A worker takes from all of them, or
from those it is given."""
LONG_SECONDS = 15 * 60
"""How long a task may take that works through much, such as an archive."""
ASKED_AGAIN_SECONDS = 30
"""How long a task waits that a sweep has asked for: if workers are behind, the next sweeps ask for it again.

It is more than the clocks of two workers may differ by. If they do all the same, the one that is ahead drops what the
other asks for. The other still takes it, and each sweep does some of the work itself. A longer wait would have people
stand behind work that sweeps asked for many times.
"""
ASKED_SECONDS = 1
"""How long a task that takes all the work of its kind counts as waiting, if it was lost."""
_sweeping: ContextVar[bool] = ContextVar("sweeping", default=False)


@contextmanager
def use_sweep_queue() -> Iterator[None]:
    """Send rounds that are asked for meanwhile to the sweeps' queue, so that nobody who waits stands behind them.

    All that is asked for meanwhile is dropped if no worker takes it in time, so that queues do not grow.
    """
    token = _sweeping.set(True)
    try:
        yield
    finally:
        _sweeping.reset(token)


def route(name: str, *rest: Any, **more: Any) -> dict[str, str]:
    """Return the queue of a task, as Celery asks for it: by its name in the settings, or as what it is."""
    queue = settings.QUEUE_OF_TASK.get(name, SWEEPS if name.endswith(".sweep") else SLOW)
    return {"queue": SWEEPS if queue == ROUNDS and _sweeping.get() else queue}


def delay_on_commit(task: str, *numbers: int) -> None:
    """Send a task once the transaction commits. Its arguments are primary keys, never data.

    If the queue is down, the transaction still commits.
    """
    asked = copy_context()
    transaction.on_commit(lambda: asked.run(_send, task, *numbers), robust=True)


def delay_one_on_commit(task: str, *numbers: int) -> None:
    """Send a task that takes all the work of its kind, once the transaction commits, unless one waits already.

    It calls `begin_one` before it looks for work, so one that waits sees what this transaction wrote.
    """
    asked = copy_context()
    transaction.on_commit(lambda: asked.run(_send_one, task, *numbers), robust=True)


def delay_one_until_on_commit(task: str, wait: timedelta) -> None:
    """Send a task that takes all the work of its kind, for when this time is over after the transaction commits.

    All who ask for the same second share one task, which runs at its end, so it sees what each of them wrote.
    """
    # Django names the function in its log if that fails, and a partial has no name.
    transaction.on_commit(lambda: _send_one_until(task, wait), robust=True)


def begin_one(task: str) -> None:
    """Note that a task of `delay_one_on_commit` waits no more."""
    write_cache(partial(cache.delete, _waiting(task)), logger=logger, default=None)


def _send_one(task: str, *numbers: int) -> None:
    # What a sweep asks for waits in another queue, so people cannot rely on it.
    note = partial(cache.add, _waiting(task), 1, ASKED_SECONDS)
    if _sweeping.get() or write_cache(note, logger=logger, default=True):
        _send(task, *numbers)


def _send_one_until(task: str, wait: timedelta) -> None:
    left = max(0.0, wait.total_seconds())
    second = math.ceil(time.time() + left)
    note = partial(cache.add, f"{_waiting(task)}:{second}", 1, left + ASKED_AGAIN_SECONDS)
    if write_cache(note, logger=logger, default=True):
        _send(task, eta=datetime.fromtimestamp(second, UTC), expires=left + ASKED_AGAIN_SECONDS)


def _waiting(task: str) -> str:
    return f"waiting:{task}"


def _send(task: str, *numbers: int, **options: Any) -> None:
    if _sweeping.get():
        options.setdefault("expires", ASKED_AGAIN_SECONDS)
    try:
        current_app.send_task(task, args=list(numbers), **options)
    except OperationalError:
        logger.warning("The queue is unreachable; the sweep will run %s %s", task, numbers)
