"""Run one job of many, so that its failure does not stop the others."""

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
