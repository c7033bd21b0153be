"""A moderator stops and starts clocks, and moves deadlines. Sealed answers and plans stay as they are."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction

from games.clocks import ALWAYS
from games.models import Match, Seat, Step
from games.services.clocks import CLOCK_FIELDS, clock_restart, rhythms_of
from games.services.errors import Refused
from games.services.moderated.interventions import Note, intervened, refuse_unless, seat_locked
from games.services.notices import seats_retold
from games.services.pauses import match_pause, match_resume
from games.services.rounds import match_locked

BY_MODERATOR = "moderator"
SOONEST = timedelta(hours=1)
"""A deadline leaves its player so much time at least."""


def match_halt(*, match_id: int, note: Note, now: datetime) -> Step | None:
    """Pause a match: only a moderator lets it go on. Raises `Refused`."""
    with transaction.atomic():
        match = match_locked(match_id)
        match_pause(match=match, reason=BY_MODERATOR, now=now)
        return intervened(match=match, kind="paused", note=note, now=now)


def match_release(*, match_id: int, note: Note, now: datetime) -> Step | None:
    """Let a paused match go on, whoever paused it. Raises `Refused`."""
    with transaction.atomic():
        match = match_locked(match_id)
        match_resume(match=match, now=now)
        return intervened(match=match, kind="resumed", note=note, now=now)


@dataclass(frozen=True)
class Moved:
    """A deadline that was moved."""

    step: Step | None
    before: dict[str, Any]
    """What putting it back needs."""


def deadline_extend(*, match_id: int, seat: int, hours: int, note: Note, now: datetime) -> Moved:
    """Give a seat that is asked more time. Raises `Refused`."""
    with transaction.atomic():
        match, asked = _asked(match_id, seat)
        before, left = _as_it_was(match, asked), max((asked.deadline or now) - now, timedelta())
        _run_for(match, asked, left + timedelta(hours=hours), now)
        return Moved(intervened(match=match, kind="extended", note=note, now=now, seat=seat, hours=hours), before)


def deadline_set(*, match_id: int, seat: int, at: datetime, note: Note, now: datetime) -> Moved:
    """Give a seat that is asked another deadline, earlier or later. Raises `Refused`."""
    with transaction.atomic():
        match, asked = _asked(match_id, seat)
        if at < now + SOONEST:
            raise Refused("too_soon", "Leave the player an hour at least: choose a later deadline.")
        before = _as_it_was(match, asked)
        _run_for(match, asked, at - now, now, at)
        said = at.astimezone(UTC).isoformat(timespec="minutes")
        return Moved(intervened(match=match, kind="deadline_set", note=note, now=now, seat=seat, deadline=said), before)


def deadline_put_back(*, match_id: int, seat: int, before: Mapping[str, Any], note: Note, now: datetime) -> Moved:
    """Undo a move of a deadline while the same answer is open; at least an hour is left. Raises `Refused`."""
    with transaction.atomic():
        match, _ = _asked(match_id, seat)
        if match.next_step != before["step"] or before["before"] is None:
            raise Refused("moved_on", "The match has moved on since. Set the deadline of the answer that is open now.")
        at = max(datetime.fromisoformat(before["before"]), now + SOONEST)
        return deadline_set(match_id=match_id, seat=seat, at=at, note=note, now=now)


def _as_it_was(match: Match, seat: Seat) -> dict[str, Any]:
    return {"step": match.next_step, "before": seat.deadline.isoformat() if seat.deadline else None}


def _asked(match_id: int, number: int) -> tuple[Match, Seat]:
    """A match that runs, locked, and a seat that it waits for."""
    match = match_locked(match_id)
    refuse_unless(match, Match.Status.RUNNING)
    seat = seat_locked(match, number)
    if not seat.awaited:
        raise Refused("seat_not_asked", "The match does not wait for this seat. Load it again.")
    return match, seat


def _run_for(match: Match, seat: Seat, time: timedelta, now: datetime, at: datetime | None = None) -> None:
    """Let a seat's clock run so long from now, to this moment where one is named, and tell its player anew."""
    rhythm = rhythms_of(match, [seat], now).get(seat.number, ALWAYS)
    clock_restart(seat, time.total_seconds(), rhythm, now)
    seat.deadline = at or seat.deadline
    seat.save(update_fields=CLOCK_FIELDS)
    if not seat.answers.filter(step=match.next_step).exists():
        seats_retold(match=match, seats=[seat], now=now)
