"""Background jobs for archives, erasures and expired data."""

from celery import shared_task
from django.utils import timezone

from foundation.daily import run_daily
from foundation.one_at_a_time import one_at_a_time
from foundation.queue import LONG_SECONDS
from rights.services.archives import make_archive
from rights.services.clean_up import clean_up
from rights.services.dumps import make_dump
from rights.services.sweep import sweep as sweep_all


@shared_task(name="rights.make_archive", time_limit=LONG_SECONDS)
def make_archive_task(archive_id: int) -> bool:
    """Build one archive."""
    return make_archive(archive_id=archive_id, now=timezone.now())


@shared_task(name="rights.sweep", time_limit=LONG_SECONDS)
@one_at_a_time("rights.sweep", LONG_SECONDS)
def sweep() -> None:
    """Erase the accounts that are due, and build archives whose queued job was lost."""
    sweep_all(now=timezone.now())


@shared_task(name="rights.clean_up", time_limit=LONG_SECONDS)
@one_at_a_time("rights.clean_up", LONG_SECONDS)
def clean_up_task() -> None:
    """Remove expired data once a day; if it takes long, in several runs."""
    now = timezone.now()
    run_daily(name="clean up", work=lambda: clean_up(now=now).all_gone, now=now)


@shared_task(name="rights.make_dump", time_limit=LONG_SECONDS)
@one_at_a_time("rights.make_dump", LONG_SECONDS)
def make_dump_task() -> None:
    """Make the dump of public matches once a day."""
    now = timezone.now()
    run_daily(name="dump", work=lambda: make_dump(now=now), now=now)
