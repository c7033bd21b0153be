"""What all interventions share: their grounds, and the step of the log that tells of them."""

from dataclasses import dataclass
from datetime import datetime

from games import push
from games.models import Match, Seat, Step
from games.services.chain import note_write
from games.services.errors import Refused, Stale

BY = "a moderator"
"""What everyone reads of who did it."""


@dataclass(frozen=True)
class Grounds:
    """Why a moderator acts, as everyone may read it."""

    reason: str = "other"
    """A short name of the reason: see `games.moderated.REASONS`."""
    audit: str = ""
    """The row of the audit that tells more."""

    @property
    def noted(self) -> dict[str, object]:
        """What the log says of it."""
        more = {"audit": self.audit} if self.audit else {}
        return {"by": BY, "reason": self.reason, **more}


def intervened(*, match: Match, kind: str, grounds: Grounds, now: datetime, **note: object) -> Step:
    """Write an intervention to the log of a locked match that has begun, and tell its pages."""
    if match.step < 0:
        raise Refused("match_not_begun", "This match has not begun. Call it off, or wait until it begins.")
    step = note_write(match=match, kind=kind, note={**grounds.noted, **note}, now=now)
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
