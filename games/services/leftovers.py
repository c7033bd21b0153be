"""Ending what everybody has left: tables that never filled, pauses that nobody ended."""

from datetime import datetime

from django.db import transaction

from games.models import Match
from games.services.calling_off import match_call_off
from games.services.pauses import ALL_MISSED, match_resume
from games.services.rounds import match_locked


def table_close(*, match_id: int, now: datetime) -> bool:
    """Close a table that never started; tell whether it was open still."""
    with transaction.atomic():
        match = match_locked(match_id)
        if match.status != Match.Status.OPEN:
            return False
        match_call_off(match=match, reason="unstarted", now=now)
    return True


def pause_outlast(*, match_id: int, now: datetime) -> bool:
    """End a pause that nobody has ended; tell whether it lasted still.

    One that asked who is there had no answer: the match is called off. One that was agreed on ends.
    """
    with transaction.atomic():
        match = match_locked(match_id)
        if match.status != Match.Status.PAUSED:
            return False
        if match.pause_reason == ALL_MISSED:
            match_call_off(match=match, reason="left_paused", now=now)
        else:
            match_resume(match=match, now=now)
    return True
