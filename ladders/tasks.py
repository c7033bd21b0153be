"""Background tasks for ratings, ladders and tournaments. Arguments are ids."""

from celery import shared_task
from django.utils import timezone

from foundation.one_at_a_time import LEASE_SECONDS, one_at_a_time
from ladders.services.results import follow_match
from ladders.services.rounds import advance_tournament
from ladders.services.sweep import sweep


@shared_task(name="ladders.follow_match")
def follow_match_task(match_id: int) -> None:
    """Update ratings, rungs and standings after a match."""
    follow_match(match_id=match_id, now=timezone.now())


@shared_task(name="ladders.advance_tournament")
def advance_tournament_task(tournament_id: int) -> None:
    """Close a complete round and open the next."""
    advance_tournament(tournament_id=tournament_id, now=timezone.now())


@shared_task(name="ladders.sweep")
@one_at_a_time("ladders.sweep", LEASE_SECONDS)
def sweep_ladders() -> None:
    """Process what is due, and work whose queued job was lost."""
    sweep(now=timezone.now())
