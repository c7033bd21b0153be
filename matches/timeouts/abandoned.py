"""End abandoned matches: tables that never filled and pauses that no one ended."""

from datetime import datetime

from django.db import transaction

from matches.clocks.pauses import ALL_TIMED_OUT, resume_match
from matches.models import Match
from matches.rounds.calling_off import call_off_match
from matches.rounds.locking import lock_match


def call_off_unfilled(*, match_id: int, now: datetime) -> bool:
    """Close a table that never started. Return True if it was still open."""
    with transaction.atomic():
        match = lock_match(match_id)
        if match.status != Match.Status.OPEN or match.awaits_beacon:
            return False
        call_off_match(match=match, reason="unstarted", now=now)
    return True


def end_expired_pause(*, match_id: int, now: datetime) -> bool:
    """End an expired pause. Return True if the match was still paused.

    After a pause because everyone timed out, the match is called off; after any other, it resumes.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        if match.status != Match.Status.PAUSED:
            return False
        if match.pause_reason == ALL_TIMED_OUT:
            call_off_match(match=match, reason="left_paused", now=now)
        else:
            resume_match(match=match, now=now)
    return True
