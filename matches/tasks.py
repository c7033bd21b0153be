"""Background tasks for matches. Arguments are IDs: no secret travels through the queue."""

from celery import shared_task
from django.utils import timezone

from foundation.daily import run_daily
from foundation.one_at_a_time import LEASE_SECONDS, one_at_a_time
from foundation.queue import LONG_SECONDS, use_sweep_queue
from matches import queue
from matches.bots.play import play_bots
from matches.clocks.attendance import fold_attendance
from matches.rounds.beacon import end_waiting
from matches.rounds.many_rounds import resolve_complete, resolve_rounds
from matches.rounds.resolve import resolve_round
from matches.sweep import sweep
from matches.timeouts.changed_hours import follow_hours
from matches.timeouts.many_deadlines import pass_deadlines_of_many
from matches.timeouts.timeouts import is_overdue, pass_deadlines
from matches.view.long_files import make_file

THINKING_SECONDS = 75
"""The time after which a prefork worker stops the bots of a table: more than those of two levels that search may take.

Threads use `matches.bots.kinds.PATIENCE`.
"""

RESOLVING_SECONDS = 30
"""The time after which a prefork worker stops a round, so that it holds up no other."""

PLAYING_SECONDS = 10
"""The time after which a prefork worker sets a match apart that holds up others which are handled with it."""


@shared_task(name="matches.resolve_round", time_limit=RESOLVING_SECONDS)
def resolve_round_task(match_id: int) -> None:
    """Resolve the open round of a match, if it is complete."""
    resolve_round(match_id=match_id, now=timezone.now())


@shared_task(name="matches.resolve_complete", time_limit=RESOLVING_SECONDS, soft_time_limit=PLAYING_SECONDS)
def resolve_complete_task(match_id: int) -> None:
    """Resolve the round of a match that is complete, with those of others."""
    queue.begin_resolve_complete()
    resolve_complete(match_id=match_id, now=timezone.now())


@shared_task(name="matches.resolve_rounds", time_limit=RESOLVING_SECONDS, soft_time_limit=PLAYING_SECONDS)
def resolve_rounds_task(*match_ids: int) -> None:
    """Resolve the open rounds of these matches that are complete."""
    resolve_rounds(match_ids=match_ids, now=timezone.now())


@shared_task(name="matches.pass_deadlines", time_limit=RESOLVING_SECONDS)
@use_sweep_queue()
def pass_deadlines_task(match_id: int) -> None:
    """Handle the overdue deadlines of a match that a sweep has found."""
    now = timezone.now()
    if is_overdue(match_id=match_id, now=now):
        pass_deadlines(match_id=match_id, now=now)


@shared_task(name="matches.pass_deadlines_of_many", time_limit=RESOLVING_SECONDS, soft_time_limit=PLAYING_SECONDS)
@use_sweep_queue()
def pass_deadlines_of_many_task(*match_ids: int) -> None:
    """Handle the overdue deadlines of these matches that a sweep has found."""
    pass_deadlines_of_many(match_ids=match_ids, now=timezone.now())


@shared_task(name="matches.begin")
def begin_task(match_id: int) -> None:
    """Begin a match that waits for public randomness, or take it back, if that is known or did not come in time."""
    end_waiting(match_id=match_id, now=timezone.now())


@shared_task(name="matches.play_bots", soft_time_limit=THINKING_SECONDS)
def play_bots_task(match_id: int) -> None:
    """Submit the answers of the bots that a match waits for."""
    play_bots(match_id=match_id, now=timezone.now())


@shared_task(name="matches.make_file", time_limit=RESOLVING_SECONDS)
def make_file_task(match_id: int, form: int, seat: int, language: int) -> None:
    """Make a file of a long match that somebody asked for."""
    make_file(match_id=match_id, form=form, seat=seat, language=language)


@shared_task(name="matches.sweep", soft_time_limit=PLAYING_SECONDS)
@one_at_a_time("matches.sweep", LEASE_SECONDS)
def sweep_matches() -> None:
    """Find the work that is due: passed deadlines, complete rounds and waiting bots."""
    sweep(now=timezone.now())


@shared_task(name="matches.follow_hours")
def follow_hours_task(user_id: int) -> None:
    """Update a user's open deadlines after their zone, quiet hours or vacation changed."""
    follow_hours(user_id=user_id, now=timezone.now())


@shared_task(name="matches.fold_attendance", time_limit=LONG_SECONDS)
@one_at_a_time("matches.fold_attendance", LONG_SECONDS)
def fold_attendance_task() -> None:
    """Fold the days of matches that ended long ago, once a day."""
    now = timezone.now()
    run_daily(name="fold attendance", work=lambda: fold_attendance(now=now), now=now)
