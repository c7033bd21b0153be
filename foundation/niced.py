"""Long computations in a niced process, so that no page waits for them.

A thread that computes slows every page that shares its process, for example in the embedded site. Celery's
prefork workers may not start processes, but they are processes already and do the work themselves.
"""

import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class NicedProcess:
    """A process that runs one job after another. It starts with the first job and can be ended at any time."""

    def __init__(self, patience: float) -> None:
        """`patience` is the time in seconds after which a job is abandoned."""
        self.patience = patience
        self._pool: ProcessPoolExecutor | None = None
        self._starting = threading.Lock()

    def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run `work` and return its result. Raises its exceptions, `TimeoutError` and `BrokenProcessPool`."""
        if multiprocessing.current_process().daemon:
            return work(*args, **kwargs)
        try:
            return self._started().submit(work, *args, **kwargs).result(timeout=self.patience)
        except (BrokenProcessPool, TimeoutError):
            self.close()
            raise

    def _started(self) -> ProcessPoolExecutor:
        with self._starting:
            if self._pool is None:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(max_workers=1, mp_context=context, initializer=_be_nice)
            return self._pool

    def close(self) -> None:
        """End the process, even if it hangs."""
        with self._starting:
            pool, self._pool = self._pool, None
        if pool is not None:
            processes = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()


def _be_nice() -> None:
    os.nice(10)
