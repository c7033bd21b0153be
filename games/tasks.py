"""Background work on matches. Arguments are ids: no secret travels through the queue."""

from celery import shared_task
from django.utils import timezone

from games.services.bots import bots_play
from games.services.habits import habits_follow
from games.services.rounds import round_resolve
from games.services.sweep import sweep

THINKING_SECONDS = 15
"""When a prefork worker interrupts a bot that hangs; threads have `games.thinking.PATIENCE`."""


@shared_task(name="games.resolve_round")
def resolve_round(match_id: int) -> None:
    """Resolve the open round of a match, if it is complete."""
    round_resolve(match_id=match_id, now=timezone.now())


@shared_task(name="games.play_bots", soft_time_limit=THINKING_SECONDS)
def play_bots(match_id: int) -> None:
    """Answer for the AI players a match waits for."""
    bots_play(match_id=match_id, now=timezone.now())


@shared_task(name="games.sweep")
def sweep_matches() -> None:
    """Find what lost hints missed: complete rounds, passed deadlines, bots to move."""
    sweep(now=timezone.now())


@shared_task(name="games.follow_habits")
def follow_habits(user_id: int) -> None:
    """Let the open deadlines of a user follow their zone, quiet hours and vacation."""
    habits_follow(user_id=user_id, now=timezone.now())
