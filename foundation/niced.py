"""Long computations in a niced process, so that no page waits for them.

A thread that computes slows every page that shares its process, for example in the embedded site. Celery's
prefork workers may not start processes, but they are processes already and do the work themselves. The bound on memory
holds there too; that on time is the task's own.
"""

import contextlib
import fcntl
import multiprocessing
import os
import resource
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import NoReturn, ParamSpec, TypeVar
from weakref import WeakSet

from celery.exceptions import Ignore

P = ParamSpec("P")
R = TypeVar("R")

GRACE = 1.0
"""Seconds after the end of its time in which a job can still stop by itself."""
STATM = Path("/proc/self/statm")
"""Begins with the pages of memory that this process has; macOS has no such file."""


class TookTooLong(Exception):
    """A job that used up its time."""


class Closed(Ignore):
    """The end of the site cut a job off, which is no failure: its task is asked for again after the next start."""


class NicedProcess:
    """A process that runs one job after another. It starts with the first job and can be ended at any time."""

    def __init__(self, patience: float, *, seconds: float = 0, memory: int = 0) -> None:
        """`patience` is the time in seconds, from its start, after which a job of `run` is abandoned.

        A job may use `seconds` of the processor, then `TookTooLong` is raised in it, and the process `memory` bytes,
        then `MemoryError` is; 0 means no limit.
        """
        self.patience, self.seconds, self.memory = patience, seconds, memory
        self._pool: ProcessPoolExecutor | None = None
        self._is_closed_for_good = False
        self._starting = threading.Lock()
        self._line = threading.Lock()
        _all.add(self)

    def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run `work` when those before it are done.

        Raises its exceptions, `TimeoutError` and `BrokenProcessPool`, but only `Closed` after `close_for_good`.
        """
        if multiprocessing.current_process().daemon:
            with _modestly(self.memory):
                return work(*args, **kwargs)
        # The process gets one job at a time: one that ends the process ends no other, nor uses up another's patience.
        with self._line:
            try:
                return self.begin(work, *args, **kwargs).result(timeout=self.patience)
            except Exception as error:
                if self._is_closed_for_good:
                    raise Closed from None
                if isinstance(error, BrokenProcessPool | TimeoutError):
                    self.close()
                raise

    def begin(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Run `work` when those before it are done, and return its future."""
        job = partial(work, *args, **kwargs)
        try:
            return self._start().submit(_within, self.seconds, job)
        except BrokenProcessPool:
            self.close()
            return self._start().submit(_within, self.seconds, job)

    def _start(self) -> ProcessPoolExecutor:
        with self._starting:
            if self._is_closed_for_good:
                raise Closed
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    max_workers=1,
                    mp_context=multiprocessing.get_context("spawn"),
                    initializer=_be_modest,
                    initargs=(self.memory,),
                )
            return self._pool

    def close(self) -> None:
        """End the process, even if it hangs."""
        with self._starting:
            pool, self._pool = self._pool, None
        if pool is not None:
            processes = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()

    def close_for_good(self) -> None:
        """End the process as the site ends: the job under way and all later ones raise `Closed`."""
        with self._starting:
            self._is_closed_for_good = True
        self.close()


_all: WeakSet[NicedProcess] = WeakSet()


def close_all_for_good() -> None:
    """End every niced process that this process has, as the site ends."""
    for process in tuple(_all):
        process.close_for_good()


def _be_modest(memory: int) -> None:
    os.nice(10)
    signal.signal(signal.SIGPROF, _stop)
    owner = os.getppid()
    signal.signal(signal.SIGTERM, partial(_end_if_left, owner))
    _end_with_owner(owner)
    if memory:
        # macOS has no such limit.
        with contextlib.suppress(ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _end_with_owner(owner: int) -> None:
    """Ask for a signal when the owner ends: one that is killed ends nobody, and this process would wait for ever."""
    link: int = multiprocessing.parent_process().sentinel  # type: ignore[union-attr]
    signal.signal(signal.SIGIO, lambda *_: os._exit(1))
    fcntl.fcntl(link, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(link, fcntl.F_SETFL, fcntl.fcntl(link, fcntl.F_GETFL) | os.O_ASYNC)
    _end_if_left(owner)


def _end_if_left(owner: int, *_: object) -> None:
    """End if the owner is gone. What stops a service often tells all its processes, but the owner ends this one."""
    if os.getppid() != owner:
        os._exit(1)


@contextlib.contextmanager
def _modestly(memory: int) -> Iterator[None]:
    """Let this process take so many bytes besides those that it has."""
    if not memory or not STATM.exists():
        yield
        return
    has = int(STATM.read_text().split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (min({has + memory, soft, hard} - {resource.RLIM_INFINITY}), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _stop(signum: int, frame: object) -> NoReturn:
    raise TookTooLong


def _within(seconds: float, job: Callable[[], R]) -> R:
    if not seconds:
        return job()
    signal.setitimer(signal.ITIMER_PROF, seconds, GRACE / 4)
    # Python raises between its own instructions only. Code that stays in a library is ended by this signal.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds + GRACE)
    try:
        return job()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
