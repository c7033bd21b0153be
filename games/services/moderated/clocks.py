"""A moderator stops and starts clocks, and moves deadlines. Sealed answers and plans stay as they are."""

from datetime import datetime, timedelta

from django.db import transaction

from games.clocks import ALWAYS
from games.models import Match, Seat, Step
from games.services.clocks import clock_restart, rhythms_of
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


def deadline_extend(*, match_id: int, seat: int, hours: int, note: Note, now: datetime) -> Step | None:
    """Give a seat that is asked more time. Raises `Refused`."""
    with transaction.atomic():
        match, asked = _asked(match_id, seat)
        left = max((asked.deadline or now) - now, timedelta())
        _run_for(match, asked, left + timedelta(hours=hours), now)
        return intervened(match=match, kind="extended", note=note, now=now, seat=seat, hours=hours)


def deadline_set(*, match_id: int, seat: int, at: datetime, note: Note, now: datetime) -> Step | None:
    """Give a seat that is asked another deadline, earlier or later. Raises `Refused`."""
    with transaction.atomic():
        match, asked = _asked(match_id, seat)
        if at < now + SOONEST:
            raise Refused("too_soon", "Leave the player an hour at least: choose a later deadline.")
        _run_for(match, asked, at - now, now)
        asked.deadline = at
        asked.save(update_fields=["deadline"])
        _retold(match, asked, now)
        return intervened(match=match, kind="deadline_set", note=note, now=now, seat=seat, deadline=at.isoformat())


def _asked(match_id: int, number: int) -> tuple[Match, Seat]:
    """A match that runs, locked, and a seat that it waits for."""
    match = match_locked(match_id)
    refuse_unless(match, Match.Status.RUNNING)
    seat = seat_locked(match, number)
    if not seat.awaited:
        raise Refused("seat_not_asked", "The match does not wait for this seat. Load it again.")
    return match, seat


def _run_for(match: Match, seat: Seat, time: timedelta, now: datetime) -> None:
    rhythm = rhythms_of(match, [seat], now).get(seat.number, ALWAYS)
    clock_restart(seat, time.total_seconds(), rhythm, now)
    seat.save(update_fields=["asked_at", "bank_seconds", "deadline"])
    _retold(match, seat, now)


def _retold(match: Match, seat: Seat, now: datetime) -> None:
    if not seat.answers.filter(step=match.next_step).exists():
        seats_retold(match=match, seats=[seat], now=now)
