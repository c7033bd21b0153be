"""Several processes that work side by side, for commands that have the machine to themselves."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context


def processes(count: int) -> ProcessPoolExecutor:
    """Return so many processes, each started from nothing.

    A fork holds for ever what locks other threads held when it was made, and hangs if it needs one of them.
    """
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"))
