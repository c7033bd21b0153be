"""Record table activity."""

from datetime import datetime
from typing import Any

from matches.models import Activity, Match


def record_activity(*, match: Match, kind: str, now: datetime, seat: int | None = None, **data: Any) -> Activity:
    """Record a public activity in the log of a table."""
    return Activity.objects.create(match=match, step=match.step, at=now, kind=kind, seat=seat, data=data)
