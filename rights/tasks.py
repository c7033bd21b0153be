"""Background work on archives, erasures and what has been kept long enough."""

from celery import shared_task
from django.utils import timezone

from games.services.daily import daily
from rights.retention import clean_up
from rights.services.archives import archive_make
from rights.services.sweep import sweep as sweep_all


@shared_task(name="rights.make_archive")
def make_archive(archive_id: int) -> bool:
    """Make one archive."""
    return archive_make(archive_id=archive_id, now=timezone.now())


@shared_task(name="rights.sweep")
def sweep() -> None:
    """Erase the accounts that are due; make archives whose hint was lost."""
    sweep_all(now=timezone.now())


@shared_task(name="rights.clean_up")
def remove_old() -> None:
    """Remove whatever has been kept long enough, once a day."""
    now = timezone.now()
    daily(name="clean up", work=lambda: clean_up(now=now), now=now)
