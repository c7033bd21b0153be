"""Background tasks of hints and analyses. Arguments are IDs: no secret travels through the queue."""

from celery import shared_task
from django.utils import timezone

from analysis.services.hints import think_of_hint
from analysis.services.sweep import sweep
from analysis.services.teaching import go_on
from foundation.one_at_a_time import LEASE_SECONDS, one_at_a_time


@shared_task(name="analysis.hint", soft_time_limit=45)
def hint_task(hint_id: int) -> None:
    """Think about a hint."""
    think_of_hint(hint_id=hint_id, now=timezone.now())


@shared_task(name="analysis.look", soft_time_limit=55)
def look_task(analysis_id: int, done: int) -> None:
    """Do the next part of an analysis."""
    go_on(analysis_id=analysis_id, done=done, now=timezone.now())


@shared_task(name="analysis.sweep")
@one_at_a_time("analysis.sweep", LEASE_SECONDS)
def sweep_analyses() -> None:
    """Ask again for what nobody works on."""
    sweep(now=timezone.now())
