"""Process rows one by one, so that a failing row does not stop the others."""

import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from foundation.guarded import run_guarded

logger = logging.getLogger(__name__)
T = TypeVar("T")


def each(rows: Iterable[T], work: Callable[[T], int], *, what: str) -> int:
    """Process each row; return the sum of the results. Failures are logged by type only and retried next time."""
    return sum(
        run_guarded(partial(work, row), f"{what} {row} could not be swept", logger=logger, default=0) for row in rows
    )
