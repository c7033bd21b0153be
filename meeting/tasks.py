"""Background tasks for quick tables."""

from celery import shared_task
from django.utils import timezone

from meeting.services.seating import sweep


@shared_task(name="meeting.sweep")
def sweep_seekers() -> None:
    """Seat those who fit, and tell those for whom nobody came."""
    sweep(now=timezone.now())
