"""Signals of the workers: heartbeats of sweeps, request ids and durations of tasks.

Between two tasks they also close connections that PostgreSQL has ended.
"""

import inspect
import logging
import time
from functools import cache
from typing import Any

import structlog
from celery import signals
from django.db import connections
from django.utils import timezone

from foundation.collector import keep_loaded
from operations import heartbeat, request_ids

work_log = logging.getLogger("operations.work")
log = logging.getLogger(__name__)

ID_HEADER = "piecepack_request_id"
NAMED_BY = {"match_id": "match", "notice_id": "notice"}


@signals.setup_logging.connect
def keep_logging(**kwargs: Any) -> None:
    """Keep Celery from setting up its own logging."""


@signals.worker_init.connect
def settle_memory(**kwargs: Any) -> None:
    """Keep what is loaded out of garbage collection, before processes are forked that share it."""
    keep_loaded()


@signals.before_task_publish.connect
def send_request_id(headers: dict[str, Any] | None = None, **kwargs: Any) -> None:
    """Send the request's id along with the queued job."""
    given = request_ids.current_request_id()
    if given and headers is not None:
        headers[ID_HEADER] = given


@signals.task_prerun.connect
def task_begins(task: Any = None, args: Any = (), kwargs: Any = None, **rest: Any) -> None:
    """Bind request, task and match to the log lines of this task."""
    structlog.contextvars.clear_contextvars()
    given = request_ids.request_id(_given_id(task.request))
    structlog.contextvars.bind_contextvars(request_id=given, task=task.name, **_subject(task, args, kwargs or {}))
    task.request.began = time.perf_counter()


@signals.task_postrun.connect
def task_ends(task: Any = None, state: str = "", **rest: Any) -> None:
    """Log the duration. What has done the work of a sweep records its heartbeat."""
    seconds = time.perf_counter() - getattr(task.request, "began", time.perf_counter())
    sweep = heartbeat.SWEEP_DONE_BY.get(task.name)
    if sweep and state == "SUCCESS":
        _beat(sweep, seconds)
    if not task.name.endswith(".sweep"):
        work_log.info("task", extra={"status": state, "ms": round(seconds * 1000, 1)})
    structlog.contextvars.clear_contextvars()
    _let_go_of_failed_connections()


def _let_go_of_failed_connections() -> None:
    """Close failed connections before the next task. A worker keeps its own, see `CELERY_DB_REUSE_MAX`."""
    for connection in connections.all(initialized_only=True):
        if connection.errors_occurred and not connection.in_atomic_block:
            connection.close()


def _beat(name: str, seconds: float) -> None:
    try:
        heartbeat.beat(name, now=timezone.now(), seconds=seconds)
    except Exception as error:  # noqa: BLE001 - a failing cache must not fail a successful sweep
        log.warning("Could not record the end of a sweep: %s", type(error).__name__)


def _given_id(request: Any) -> str | None:
    """The request id of a task. Tasks that run eagerly keep it in another place."""
    found: str | None = getattr(request, ID_HEADER, None) or (request.headers or {}).get(ID_HEADER)
    return found


def _subject(task: Any, args: Any, kwargs: dict[str, Any]) -> dict[str, int]:
    """The match or notice of a task, by the names of its arguments."""
    given = dict(zip(_parameters(task.run), args, strict=False)) | kwargs
    return {word: given[name] for name, word in NAMED_BY.items() if isinstance(given.get(name), int)}


@cache
def _parameters(run: Any) -> tuple[str, ...]:
    return tuple(inspect.signature(run).parameters)
