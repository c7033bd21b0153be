"""Background work on ratings, ladders and tournaments. Arguments are ids."""

from celery import shared_task
from django.utils import timezone

from ladders.services.results import match_follow
from ladders.services.rounds import tournament_go_on
from ladders.services.sweep import sweep


@shared_task(name="ladders.match_ended")
def match_ended(match_id: int) -> None:
    """Let ratings, rungs and standings follow from a match."""
    match_follow(match_id=match_id, now=timezone.now())


@shared_task(name="ladders.tournament_go_on")
def go_on(tournament_id: int) -> None:
    """Close a complete round, and open the next."""
    tournament_go_on(tournament_id=tournament_id, now=timezone.now())


@shared_task(name="ladders.sweep")
def sweep_ladders() -> None:
    """Find what is due and what lost hints missed."""
    sweep(now=timezone.now())
