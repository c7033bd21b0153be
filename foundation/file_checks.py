"""Costly checks of files that strangers send: in a process of their own, with limits, and once for each file.

A request waits for a moment only. If the work takes longer, its result is kept for the next request.
"""

import logging
import threading
from collections.abc import Callable, Collection
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
from django.core.cache import cache
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from foundation.errors import Busy, Refused
from foundation.language import language_read, spoken_here
from foundation.niced import NicedProcess, TookTooLong
from foundation.spoken import Spoken, in_language

logger = logging.getLogger(__name__)
R = TypeVar("R", bound=msgspec.Struct)

SECONDS = 5.0
"""The longest record of an honest match takes one."""
MEMORY = 768 * 1024 * 1024
PROCESS = NicedProcess(patience=SECONDS, seconds=SECONDS, memory=MEMORY)
LONGEST = 60.0
"""Seconds after which a job is ended that does not come to its end: one that waits uses no time of the processor."""
WAIT = 0.5
"""Seconds that a request waits."""
MOST_AT_ONCE = 4
MOST_OF_A_KIND = 2
"""Visitors who check matches leave room for files that users bring."""
KEPT_SECONDS = 600
SMALL, LARGEST_KEPT = 4 * 1024, 1024 * 1024
"""A small result is always kept, a larger one if nobody waited for it."""
TOO_COSTLY = "null"

TAKES_TOO_LONG = format_lazy(
    gettext_lazy("This match takes too long to check here. Check its record on your own machine: {command}"),
    command="python -m games.verify FILE.",
)
YOURS_FIRST = gettext_lazy(
    "The match that was sent before from here is still being checked. Try again in a few seconds."
)
GOES_ON = gettext_lazy("The check of this match is not done yet. Try again in a few seconds.")
OTHERS_FIRST = gettext_lazy("Other matches are being checked. Try again in a minute.")
BREAKS = gettext_lazy(
    "This match cannot be checked: something in it is not as a match of this site has it. Export its record again."
)


class Broke(Refused):
    """Work that ended with an exception that nobody expected; the log names its kind."""


@dataclass
class _Job:
    work: Callable[..., Any]
    whose: frozenset[str]
    future: Future[Any]
    late: bool = False
    """True if a request did not wait to its end."""
    ended: threading.Event = field(default_factory=threading.Event)
    """Set once its place is free again."""


_jobs: dict[str, _Job] = {}
_beginning = threading.Lock()
_line = ThreadPoolExecutor(1, "apart")
"""Hands the process one job at a time, so that a job that ends the process ends no other."""


def result_apart(key: str, kind: type[R], work: Callable[..., R], *given: object, whose: Collection[str] = ()) -> R:
    """Return the result of `work`, which is the same for the same key. Raises `Refused` and `Busy`.

    `whose` names those who ask, such as an account and an address. Each of them has one place at a time.
    What is found is said in the language of the first who asks, and kept for those who read the same; that it takes
    too long is kept for all.
    """
    in_words = f"{key}:{language_read()}"
    encoded = cache.get(key) or cache.get(in_words) or _result_of(_begin(in_words, work, given, frozenset(whose)))
    if encoded == TOO_COSTLY:
        raise Refused("file_too_costly", TAKES_TOO_LONG)
    return msgspec.json.decode(encoded, type=kind)


def refuse_unless_next(key: str, work: Callable[..., Any], whose: Collection[str] = ()) -> None:
    """Raise what `result_apart` would raise with this key, unless it would begin its work or has its result.

    Ask this before preparing what takes long to prepare: a request that only asks again then costs little.
    """
    in_words = f"{key}:{language_read()}"
    if cache.get(key) == TOO_COSTLY:
        raise Refused("file_too_costly", TAKES_TOO_LONG)
    with _beginning:
        job = _jobs.get(in_words)
    if job is not None:
        _wait_for(job)
    elif not cache.get(in_words):
        with _beginning:
            _refuse_without_place(work, frozenset(whose))


def _begin(key: str, work: Callable[..., Any], given: tuple[object, ...], whose: frozenset[str]) -> Future[Any]:
    """Begin a job, or find it if it runs already, and wait a moment for its end. Raises `Busy`."""
    job = _find_or_submit(key, work, given, whose)
    _wait_for(job)
    return job.future


def _wait_for(job: _Job) -> None:
    """Wait a moment for the end of a job. Raises `Busy`."""
    if not job.ended.wait(WAIT):
        job.late = True
        # It may be done by now, and then nothing was kept.
        if not job.future.done():
            raise Busy("check_running", GOES_ON, wait=2)


def _find_or_submit(key: str, work: Callable[..., Any], given: tuple[object, ...], whose: frozenset[str]) -> _Job:
    with _beginning:
        if key in _jobs:
            return _jobs[key]
        _refuse_without_place(work, whose)
        job = _jobs[key] = _Job(work, whose, _line.submit(_run, spoken_here(), work, given))
    # Outside of the lock, as it is called at once if the job is done.
    job.future.add_done_callback(lambda future: _end(key, job))
    return job


def _refuse_without_place(work: Callable[..., Any], whose: frozenset[str]) -> None:
    """Raise `Busy` if a new job has to wait for others."""
    if any(job.whose & whose for job in _jobs.values()):
        raise Busy("your_check_running", YOURS_FIRST, wait=2)
    if len(_jobs) >= MOST_AT_ONCE or sum(job.work == work for job in _jobs.values()) >= MOST_OF_A_KIND:
        raise Busy("checks_running", OTHERS_FIRST, wait=60)


def _run(spoken: Spoken, work: Callable[..., Any], given: tuple[object, ...]) -> str:
    """Do a job in the process, and return its result as text. Raises `Busy` and the job's own exceptions."""
    try:
        return msgspec.json.encode(PROCESS.begin(in_language, spoken, work, *given).result(LONGEST)).decode()
    except (BrokenProcessPool, MemoryError, TookTooLong):
        return TOO_COSTLY
    except TimeoutError as error:
        # The next job gets a process of its own. Nothing is known of this one, so nothing is kept of it.
        PROCESS.close()
        raise Busy("check_running", GOES_ON, wait=2) from error


def _end(key: str, job: _Job) -> None:
    """Keep the result of a job, and make room for the next, whatever happens."""
    try:
        encoded = job.future.result()
        if len(encoded) <= (LARGEST_KEPT if job.late else SMALL):
            cache.set(key.rpartition(":")[0] if encoded == TOO_COSTLY else key, encoded, KEPT_SECONDS)
    except Exception as error:  # noqa: BLE001 - the place must be free again
        # Its text may quote a match.
        logger.error("A check failed, or what it found could not be kept (%s).", type(error).__name__)
    finally:
        with _beginning:
            del _jobs[key]
        job.ended.set()


def _result_of(future: Future[Any]) -> str:
    """What a job returned. Raises `Broke` and `Busy`."""
    try:
        return str(future.result())
    except Busy:
        raise
    except Exception as error:
        raise Broke("file_breaks_check", BREAKS) from error
