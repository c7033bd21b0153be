"""Run one job of many, or use the cache, so that a failure does not stop the rest."""

import logging
from collections.abc import Callable
from typing import TypeVar

R = TypeVar("R")


def run_guarded(work: Callable[[], R], what_failed: str, *, logger: logging.Logger, default: R) -> R:
    """Run a job and return its result. If it fails, log `what_failed` with the type of the error; return `default`."""
    try:
        return work()
    except Exception as error:  # noqa: BLE001 - see the module
        # Log only the error's type. Its message may contain what a seat sees, or quote what must be forgotten.
        logger.error("%s: %s", what_failed, type(error).__name__)
        return default


def read_cache(read: Callable[[], R], *, logger: logging.Logger, default: R) -> R:
    """Read from the cache and return what was read; if that fails, log it and return `default`."""
    return run_guarded(read, "The cache could not be read", logger=logger, default=default)


def write_cache(write: Callable[[], R], *, logger: logging.Logger, default: R) -> R:
    """Write to the cache and return its reply; if that fails, log it and return `default`."""
    return run_guarded(write, "The cache could not be written", logger=logger, default=default)
