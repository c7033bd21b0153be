"""The sweep of data rights: due erasures, and archives whose queued job was lost."""

import logging
from datetime import datetime
from functools import partial

from foundation.guarded import run_guarded
from rights.services.archives import archives_lost, make_archive
from rights.services.erasure import erase_account, erasures_due

logger = logging.getLogger(__name__)


def sweep(*, now: datetime) -> int:
    """Erase due accounts first, then build archives. Return the number done."""
    erased = [_run_job(partial(erase_account, user_id=pk, now=now)) for pk in erasures_due(now=now)]
    made = [_run_job(partial(make_archive, archive_id=pk, now=now)) for pk in archives_lost(now=now)]
    return sum(erased) + sum(made)


def _run_job(work: "partial[bool]") -> bool:
    """Run one job. A failure does not stop the others, and the next sweep tries again."""
    number = next(iter(work.keywords.values()))
    return run_guarded(work, f"{work.func.__name__} failed for {number}", logger=logger, default=False)
