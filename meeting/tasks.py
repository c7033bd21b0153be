"""Background tasks for quick tables."""

from celery import shared_task
from django.utils import timezone

from foundation.one_at_a_time import LEASE_SECONDS, one_at_a_time
from meeting.services.seating import sweep


@shared_task(name="meeting.sweep")
@one_at_a_time("meeting.sweep", LEASE_SECONDS)
def sweep_seekers() -> None:
    """Seat those who fit, and tell those for whom nobody came."""
    sweep(now=timezone.now())
