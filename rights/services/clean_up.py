"""The daily clean-up: removes what the table of retention periods says is expired, share by share."""

import logging
import time
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.db import DatabaseError, transaction

from foundation.budget import work_for
from rights.retention import TABLE

logger = logging.getLogger(__name__)
CLEAN_UP_SECONDS = 60
"""How long a clean-up removes expired data. What is left then is removed ten minutes later."""


class Removed(NamedTuple):
    """What a clean-up has removed: the number of rows per kind, and whether that is all."""

    rows: dict[str, int]
    all_gone: bool


def clean_up(*, now: datetime, seconds: float = CLEAN_UP_SECONDS) -> Removed:
    """Remove expired data for some time, share by share, at least one of each kind."""
    rows = {kept.what: 0 for kept in TABLE if kept.remove is not None}
    all_gone, end = True, time.monotonic() + seconds
    for kept in TABLE:
        if kept.remove is None:
            continue
        try:
            all_gone &= not work_for(end - time.monotonic(), partial(_remove_share, kept.what, kept.remove, rows, now))
        except DatabaseError as error:
            # It does not stop the others, and the next run tries again.
            logger.error("Could not remove %s: %s", kept.what, type(error).__name__)
            all_gone = False
    return Removed(rows, all_gone)


def _remove_share(what: str, remove: Callable[[datetime], int], rows: dict[str, int], now: datetime) -> bool:
    """Remove a share of one kind, and count it. Return True if more may be left."""
    with transaction.atomic():
        count = remove(now)
    rows[what] += count
    return count > 0
