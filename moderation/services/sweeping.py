"""Process rows one by one, so that a failing row does not stop the others."""

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

logger = logging.getLogger(__name__)
T = TypeVar("T")


def each(rows: Iterable[T], work: Callable[[T], int], *, what: str) -> int:
    """Process each row; return the sum of the results. Failures are logged by type only and retried next time."""
    return sum(_guarded(row, work, what) for row in rows)


def _guarded(row: T, work: Callable[[T], int], what: str) -> int:
    try:
        return work(row)
    except Exception as error:  # noqa: BLE001 - see the module
        logger.error("%s %s could not be swept: %s", what, row, type(error).__name__)
        return 0
