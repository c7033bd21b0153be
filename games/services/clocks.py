"""When an answer is due."""

from datetime import datetime, timedelta

from games.models import Match

GRACE_SHARE = 0.05
LONGEST_GRACE = 120
"""Who answers within this many seconds, or this share of the time, is sent no notice of the turn."""

REMINDER_SHARE = 0.2
"""A reminder is sent when less than this share of the time is left."""


def deadline_of(match: Match, now: datetime) -> datetime:
    """When answers asked for at `now` are due."""
    return now + timedelta(seconds=match.turn_seconds)


def turn_notice_at(match: Match, now: datetime) -> datetime:
    """When to tell a player that their turn has come: not at once, as who sits at the table needs no mail."""
    return now + timedelta(seconds=min(LONGEST_GRACE, match.turn_seconds * GRACE_SHARE))


def reminder_at(match: Match, deadline: datetime) -> datetime:
    """When to remind a player who has not answered."""
    return deadline - timedelta(seconds=match.turn_seconds * REMINDER_SHARE)
