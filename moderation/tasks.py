"""Background work of moderation."""

from celery import shared_task
from django.utils import timezone

from moderation.services.seals import seals_tell
from moderation.services.suspensions import suspensions_sweep


@shared_task(name="moderation.sweep")
def sweep() -> None:
    """Find what is due: seats of the suspended, and players to tell of broken seals."""
    suspensions_sweep(now=timezone.now())
    seals_tell(now=timezone.now())
