"""In which hours somebody answered, kept for a time: two accounts that always answer together may be one person."""

from datetime import datetime, timedelta

from games.models import AnswerHour

KEPT = timedelta(days=90)


def answer_hour_keep(*, match_id: int, user_id: int, now: datetime) -> None:
    """Keep that somebody answered at a table in this hour; once an hour, however many answers they gave."""
    hour = now.replace(minute=0, second=0, microsecond=0)
    AnswerHour.objects.bulk_create([AnswerHour(user_id=user_id, match_id=match_id, hour=hour)], ignore_conflicts=True)


def answer_hours_remove_old(*, now: datetime) -> int:
    """Remove what has been kept long enough; how much it was."""
    return int(AnswerHour.objects.filter(hour__lt=now - KEPT).delete()[0])
