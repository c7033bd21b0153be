"""Background work on users."""

from celery import shared_task
from django.utils import timezone

from accounts.services import guests_remove_unused


@shared_task(name="accounts.guests_remove_unused")
def remove_unused_guests() -> int:
    """Remove guests who never played."""
    return guests_remove_unused(now=timezone.now())
