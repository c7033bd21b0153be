"""Writing down what happens at a table beside the game."""

from datetime import datetime
from typing import Any

from games.models import Happening, Match


def happened(*, match: Match, kind: str, now: datetime, seat: int | None = None, **data: Any) -> Happening:
    """Write down what everyone at the table, and everyone who watches, may read in the log."""
    return Happening.objects.create(match=match, step=match.step, at=now, kind=kind, seat=seat, data=data)
