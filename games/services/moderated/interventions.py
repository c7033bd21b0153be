"""What all interventions share: the step of the log that tells of them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games import push
from games.models import Match, Seat, Step
from games.services.chain import note_write
from games.services.errors import Refused, Stale

Note = Mapping[str, Any]
"""What everyone reads of it: who did it (never the account), what it is about, and where the audit tells more."""


def intervened(*, match: Match, kind: str, note: Note | None, now: datetime, **more: object) -> Step | None:
    """Write an intervention to the log of a locked match, and tell its pages.

    Before the start there is no log: it will tell of it when the match begins. Without a note it will when it is over.
    """
    written = note is not None and match.step >= 0
    step = note_write(match=match, kind=kind, note={**(note or {}), **more}, now=now) if written else None
    pages_told(match)
    return step


def pages_told(match: Match) -> None:
    """Tell the pages of everyone at a table that it has moved."""
    push.table_moved(match.pk, [seat.user_id for seat in match.seats.all() if seat.user_id])


def seat_locked(match: Match, number: int) -> Seat:
    """A seat of a locked match. Raises `Refused`."""
    seat = match.seats.select_related("user").filter(number=number).first()
    if seat is None:
        raise Refused("no_such_seat", "This table has no such seat. Choose one of its seats.")
    return seat


def refuse_unless(match: Match, *statuses: str) -> None:
    """Raise `Stale` unless the match stands in one of these ways."""
    if match.status not in statuses:
        raise Stale("match_stands_otherwise", "The match does not stand so that this could be done. Load it again.")
