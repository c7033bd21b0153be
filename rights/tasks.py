"""Background work on archives, erasures and what has been kept long enough."""

from celery import shared_task
from django.utils import timezone

from rights.retention import clean_up
from rights.services.archives import archive_make, archives_lost
from rights.services.erasure import account_erase, erasures_due


@shared_task(name="rights.make_archive")
def make_archive(archive_id: int) -> bool:
    """Make one archive."""
    return archive_make(archive_id=archive_id, now=timezone.now())


@shared_task(name="rights.sweep")
def sweep() -> None:
    """Make archives whose hint was lost; erase the accounts that are due."""
    now = timezone.now()
    for archive_id in archives_lost(now=now):
        archive_make(archive_id=archive_id, now=now)
    for user_id in erasures_due(now=now):
        account_erase(user_id=user_id, now=now)


@shared_task(name="rights.clean_up")
def nightly() -> dict[str, int]:
    """Remove whatever has been kept long enough."""
    return clean_up(now=timezone.now())
