"""A moderator stops and starts clocks, and moves deadlines. Sealed answers and plans stay as they are."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction

from games.clocks import ALWAYS, Rhythm, time_run
from games.models import Match, Seat, Step
from games.policy import HOUR
from games.services.clocks import CLOCK_FIELDS, clock_move, rhythms_of
from games.services.errors import Refused, Stale
from games.services.moderated.interventions import Note, intervened, refuse_unless, seat_locked
from games.services.notices import seats_retold
from games.services.pauses import match_pause, match_resume
from games.services.rounds import match_locked

BY_MODERATOR = "moderator"
SOONEST = timedelta(hours=1)
"""A deadline leaves its player so much time at least."""
LATEST = timedelta(days=45)
"""And so much at most: the others wait."""
TOO_LATE = f"Nobody waits for longer than {LATEST.days} days: choose an earlier deadline."


def match_halt(*, match_id: int, note: Note, now: datetime, not_since: datetime | None = None) -> Step | None:
    """Pause a match: only a moderator lets it go on. Raises `Refused`.

    With `not_since`, only if nobody has paused it since then.
    """
    with transaction.atomic():
        match = match_locked(match_id)
        if not_since is not None and match.happenings.filter(kind="paused", at__gt=not_since).exists():
            raise Stale("over_already", "The match was paused again since. Load it again to see how it stands.")
        match_pause(match=match, reason=BY_MODERATOR, now=now)
        return intervened(match=match, kind="paused", note=note, now=now)


def match_release(*, match_id: int, note: Note, now: datetime, paused_at: datetime | None = None) -> Step | None:
    """Let a paused match go on, whoever paused it; with `paused_at`, only from that pause. Raises `Refused`."""
    with transaction.atomic():
        match = match_locked(match_id)
        if paused_at is not None and match.paused_at != paused_at:
            raise Stale("over_already", "This pause is over. Load the match again to see how it stands.")
        match_resume(match=match, now=now)
        return intervened(match=match, kind="resumed", note=note, now=now)


@dataclass(frozen=True)
class Moved:
    """A deadline that was moved."""

    step: Step | None
    marks: dict[str, Any]
    """What putting it back needs: the step that was open, the deadline before and after."""


def deadline_extend(*, match_id: int, seat: int, hours: int, note: Note, now: datetime) -> Moved:
    """Give a seat that is asked more time, counted as its clock counts. Raises `Refused`."""
    with transaction.atomic():
        match, asked = _asked(match_id, seat)
        before, rhythm = asked.deadline, _rhythm(match, asked, now)
        left = time_run(now, asked.deadline, rhythm) if asked.deadline else 0.0
        _run_for(match, asked, left + hours * HOUR, rhythm, now)
        step = intervened(match=match, kind="extended", note=note, now=now, seat=seat, hours=hours)
        return Moved(step, _marks(match, asked, before))


def deadline_set(*, match_id: int, seat: int, at: datetime, note: Note, now: datetime) -> Moved:
    """Give a seat that is asked another deadline, earlier or later. Raises `Refused`."""
    with transaction.atomic():
        match, asked = _asked(match_id, seat)
        if at < now + SOONEST:
            raise Refused("too_soon", "Leave the player an hour at least: choose a later deadline.")
        if at > now + LATEST:
            raise Refused("too_late", TOO_LATE)
        before, rhythm = asked.deadline, _rhythm(match, asked, now)
        _run_for(match, asked, time_run(now, at, rhythm), rhythm, now, at)
        said = at.astimezone(UTC).isoformat(timespec="minutes")
        step = intervened(match=match, kind="deadline_set", note=note, now=now, seat=seat, deadline=said)
        return Moved(step, _marks(match, asked, before))


def deadline_put_back(*, match_id: int, seat: int, marks: Mapping[str, Any], note: Note, now: datetime) -> Moved:
    """Undo a move of a deadline while the same answer is open and nothing else has moved it. Raises `Refused`.

    At least an hour is left.
    """
    with transaction.atomic():
        match, asked = _asked(match_id, seat)
        same = match.next_step == marks["step"] and asked.deadline == _moment(marks.get("after"))
        before = _moment(marks["before"])
        if not same or before is None:
            raise Stale("moved_on", "The match or its clock has moved on since. Set the deadline as it is to be now.")
        return deadline_set(match_id=match_id, seat=seat, at=max(before, now + SOONEST), note=note, now=now)


def _marks(match: Match, seat: Seat, before: datetime | None) -> dict[str, Any]:
    after = seat.deadline
    return {
        "step": match.next_step,
        "before": before.isoformat() if before else None,
        "after": after.isoformat() if after else None,
    }


def _moment(said: str | None) -> datetime | None:
    return datetime.fromisoformat(said) if said else None


def _asked(match_id: int, number: int) -> tuple[Match, Seat]:
    """A match that runs, locked, and a seat that it waits for."""
    match = match_locked(match_id)
    refuse_unless(match, Match.Status.RUNNING)
    seat = seat_locked(match, number)
    if not seat.awaited:
        raise Refused("seat_not_asked", "The match does not wait for this seat. Load it again.")
    return match, seat


def _rhythm(match: Match, seat: Seat, now: datetime) -> Rhythm:
    return rhythms_of(match, [seat], now).get(seat.number, ALWAYS)


def _run_for(
    match: Match, seat: Seat, seconds: float, rhythm: Rhythm, now: datetime, at: datetime | None = None
) -> None:
    """Let a seat's clock run so long from now, to this moment where one is named, and tell its player anew."""
    if seconds > LATEST.total_seconds():
        raise Refused("too_late", TOO_LATE)
    clock_move(match, seat, seconds, rhythm, now)
    seat.deadline = at or seat.deadline
    seat.save(update_fields=CLOCK_FIELDS)
    if not seat.answers.filter(step=match.next_step).exists():
        seats_retold(match=match, seats=[seat], now=now)
