"""When an answer is due."""

from datetime import datetime, timedelta

from games.models import Match

REMINDER_SHARE = 0.2
"""A reminder is sent when less than this share of the time is left."""


def deadline_of(match: Match, now: datetime) -> datetime:
    """When answers asked for at `now` are due."""
    return now + timedelta(seconds=match.turn_seconds)


def reminder_at(match: Match, deadline: datetime) -> datetime:
    """When to remind a player who has not answered."""
    return deadline - timedelta(seconds=match.turn_seconds * REMINDER_SHARE)
