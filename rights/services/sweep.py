"""The sweep of people's rights: accounts that are due are erased, archives whose hint was lost are made."""

import logging
from datetime import datetime
from functools import partial

from rights.services.archives import archive_make, archives_lost
from rights.services.erasure import account_erase, erasures_due

logger = logging.getLogger(__name__)


def sweep(*, now: datetime) -> int:
    """Erase first, since that was promised for a day; then make archives. How many were done."""
    erased = [_guarded(partial(account_erase, user_id=pk, now=now)) for pk in erasures_due(now=now)]
    made = [_guarded(partial(archive_make, archive_id=pk, now=now)) for pk in archives_lost(now=now)]
    return sum(erased) + sum(made)


def _guarded(work: "partial[bool]") -> bool:
    """Do one thing; where it fails, the others still get their turn, and the next sweep tries it again."""
    try:
        return work()
    except Exception as error:  # noqa: BLE001 - see the docstring
        # Only the kind of failure is logged: its words may quote what is to be forgotten.
        number = next(iter(work.keywords.values()))
        logger.error("%s failed for %s: %s", work.func.__name__, number, type(error).__name__)
        return False
