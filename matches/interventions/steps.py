"""Helpers for all interventions: their step in the log."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from foundation.errors import Refused, Stale
from matches.live import push_match
from matches.log.chain import write_note_step
from matches.models import Match, Seat, Step

Note = Mapping[str, Any]
"""The public part: the role of who did it (never the account), the category, and the audit entry's number."""


def record_intervention(*, match: Match, kind: str, note: Note | None, now: datetime, **more: object) -> Step | None:
    """Write an intervention to the log of a locked match and refresh its pages.

    Without a log or a note, nothing is written yet: the log records it at the start or the end of the match.
    """
    written = note is not None and match.step >= 0
    step = write_note_step(match=match, kind=kind, note={**(note or {}), **more}, now=now) if written else None
    push_match(match)
    return step


def lock_seat(match: Match, number: int) -> Seat:
    """Return a seat of a locked match. Raises `Refused`."""
    seat = match.seats.select_related("user").filter(number=number).first()
    if seat is None:
        raise Refused("no_such_seat", gettext("This table has no such seat. Choose one of its seats."))
    return seat


def refuse_unless(match: Match, *statuses: str) -> None:
    """Raise `Stale` unless the match has one of these statuses."""
    if match.status not in statuses:
        raise Stale(
            "match_stands_otherwise", gettext("The match has changed, and this is no longer possible. Reload the page.")
        )
