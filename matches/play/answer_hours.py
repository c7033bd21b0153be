"""The hours in which users answered, kept for a time: accounts that always answer together may be one person."""

from datetime import datetime, timedelta

from foundation.pruning import delete_share
from foundation.rows import Write, insertion
from matches.models import AnswerHour

KEPT = timedelta(days=90)


def answer_hour(*, match_id: int, user_id: int, now: datetime) -> Write:
    """What records that a user answered at a table in this hour, once per hour."""
    return insertion([AnswerHour(user_id=user_id, match_id=match_id, hour=hour_of(now))])


def hour_of(now: datetime) -> datetime:
    """The hour that a moment is in."""
    return now.replace(minute=0, second=0, microsecond=0)


def remove_old_answer_hours(*, now: datetime) -> int:
    """Delete a share of the old records and return their number."""
    return delete_share(AnswerHour.objects.filter(hour__lt=now - KEPT), by="hour")
