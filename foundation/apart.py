"""Costly work on what strangers send: apart from the site, bounded, and done once.

A request waits for a moment only. If the work takes longer, its result is kept for the next request.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from django.core.cache import cache

from foundation.errors import Busy, Refused
from foundation.niced import NicedProcess, TookTooLong

R = TypeVar("R", bound=msgspec.Struct)

SECONDS = 5.0
"""The longest record of an honest match takes one."""
MEMORY = 768 * 1024 * 1024
PROCESS = NicedProcess(patience=SECONDS, seconds=SECONDS, memory=MEMORY)
WAIT = 0.5
"""Seconds that a request waits."""
MOST_AT_ONCE = 4
KEPT_SECONDS = 600
SMALL, LARGEST_KEPT = 4 * 1024, 1024 * 1024
"""A small result is always kept, a larger one if nobody waited for it."""
TOO_COSTLY = "null"

TAKES_TOO_LONG = "This match takes too long to check here. Check its record on your own machine: "
TAKES_TOO_LONG += "python -m games.verify FILE."
GOES_ON = "The check of this match is not done yet. Try again in a few seconds."
OTHERS_FIRST = "Other matches are being checked. Try again in a minute."


@dataclass
class _Job:
    future: Future[Any]
    late: bool = False
    """Whether a request did not wait to its end."""


_jobs: dict[str, _Job] = {}
_beginning = threading.Lock()


def result_apart(key: str, kind: type[R], work: Callable[..., R], *given: object) -> R:
    """Return the result of `work`, which is the same for the same key. Raises `Refused` and `Busy`."""
    encoded = cache.get(key) or _encoded(_begun(key, work, given))
    if encoded == TOO_COSTLY:
        raise Refused("file_too_costly", TAKES_TOO_LONG)
    return msgspec.json.decode(encoded, type=kind)


def _begun(key: str, work: Callable[..., Any], given: tuple[object, ...]) -> Future[Any]:
    """Begin a job, or find it if it runs already, and wait a moment for its end. Raises `Busy`."""
    job = _job(key, work, given)
    wait([job.future], WAIT)
    if not job.future.done():
        job.late = True
        # It may be done by now, and then nothing was kept.
        if not job.future.done():
            raise Busy("check_running", GOES_ON, wait=2)
    return job.future


def _job(key: str, work: Callable[..., Any], given: tuple[object, ...]) -> _Job:
    with _beginning:
        if key in _jobs:
            return _jobs[key]
        if len(_jobs) >= MOST_AT_ONCE:
            raise Busy("checks_running", OTHERS_FIRST, wait=60)
        job = _jobs[key] = _Job(PROCESS.begin(work, *given))
    # Outside of the lock, as it is called at once if the job is done.
    job.future.add_done_callback(lambda future: _end(key, job))
    return job


def _end(key: str, job: _Job) -> None:
    encoded = _encoded(job.future)
    if len(encoded) <= (LARGEST_KEPT if job.late else SMALL):
        cache.set(key, encoded, KEPT_SECONDS)
    with _beginning:
        del _jobs[key]


def _encoded(future: Future[Any]) -> str:
    """The result of a job as text. Raises its exceptions, but for those of its bounds."""
    try:
        return msgspec.json.encode(future.result()).decode()
    except (BrokenProcessPool, MemoryError, TookTooLong):
        return TOO_COSTLY
