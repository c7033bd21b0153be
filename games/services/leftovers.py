"""Ending what everybody has left: tables that never filled, pauses that nobody ended."""

from datetime import datetime

from django.db import transaction

from games.models import Match
from games.services.calling_off import match_call_off
from games.services.rounds import match_locked


def table_close(*, match_id: int, now: datetime) -> bool:
    """Close a table that never started; tell whether it was open still."""
    return _call_off(match_id, Match.Status.OPEN, "unstarted", now)


def pause_end(*, match_id: int, now: datetime) -> bool:
    """Call off a match that nobody let go on; tell whether it was paused still."""
    return _call_off(match_id, Match.Status.PAUSED, "left_paused", now)


def _call_off(match_id: int, status: str, why: str, now: datetime) -> bool:
    with transaction.atomic():
        match = match_locked(match_id)
        if match.status != status:
            return False
        match_call_off(match=match, why=why, now=now)
    return True
