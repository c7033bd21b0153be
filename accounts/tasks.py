"""Background work on users."""

from celery import shared_task
from django.utils import timezone

from accounts.services import guests_remove_unused
from accounts.traces import traces_remove_old


@shared_task(name="accounts.guests_remove_unused")
def remove_unused_guests() -> int:
    """Remove guests who never played."""
    return guests_remove_unused(now=timezone.now())


@shared_task(name="accounts.traces_remove_old")
def remove_old_traces() -> int:
    """Remove traces that have been kept long enough."""
    return traces_remove_old(now=timezone.now())
