"""Moderators pause and resume matches and move deadlines. Sealed answers and conditional moves stay unchanged."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from foundation.errors import Refused, Stale
from matches.clocks.deadlines import ALWAYS, Rhythm, time_run
from matches.clocks.pauses import BY_MODERATOR, pause_match, resume_match
from matches.clocks.seat_clocks import CLOCK_FIELDS, move_clock, rhythms_of
from matches.interventions.steps import Note, lock_seat, record_intervention, refuse_unless
from matches.models import Match, Seat, Step
from matches.notices import reschedule_turns
from matches.policy import HOUR
from matches.rounds.locking import lock_match

SOONEST = timedelta(hours=1)
"""The least time that a new deadline leaves."""
LATEST = timedelta(days=45)
"""The most time that a new deadline gives, as the others wait."""
TOO_LATE = format_lazy(
    gettext_lazy("Nobody waits for longer than {days} days: choose an earlier deadline."), days=LATEST.days
)


def pause_as_moderator(*, match_id: int, note: Note, now: datetime, not_since: datetime | None = None) -> Step | None:
    """Pause a match, which only a moderator can then resume. Raises `Refused`.

    With `not_since`, only if it was not paused since then.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        if not_since is not None and match.activity.filter(kind="paused", at__gt=not_since).exists():
            raise Stale(
                "over_already", gettext("The match was paused again since. Load it again to see how it stands.")
            )
        pause_match(match=match, reason=BY_MODERATOR, now=now)
        return record_intervention(match=match, kind="paused", note=note, now=now)


def resume_as_moderator(*, match_id: int, note: Note, now: datetime, paused_at: datetime | None = None) -> Step | None:
    """Resume a paused match; with `paused_at`, only from that pause. Raises `Refused`."""
    with transaction.atomic():
        match = lock_match(match_id)
        if paused_at is not None and match.paused_at != paused_at:
            raise Stale("over_already", gettext("This pause is over. Load the match again to see how it stands."))
        resume_match(match=match, now=now)
        return record_intervention(match=match, kind="resumed", note=note, now=now)


@dataclass(frozen=True)
class Moved:
    """The result of moving a deadline."""

    step: Step | None
    marks: dict[str, Any]
    """The data to undo it: the open step, and the deadline before and after."""


def extend_deadline(*, match_id: int, seat: int, hours: int, note: Note, now: datetime) -> Moved:
    """Give an awaited seat more time on its clock. Raises `Refused`."""
    with transaction.atomic():
        match, asked = _lock_awaited(match_id, seat)
        before, rhythm = asked.deadline, _rhythm(match, asked, now)
        left = time_run(now, asked.deadline, rhythm) if asked.deadline else 0.0
        _run_for(match, asked, left + hours * HOUR, rhythm, now)
        step = record_intervention(match=match, kind="extended", note=note, now=now, seat=seat, hours=hours)
        return Moved(step, _marks(match, asked, before))


def set_deadline(*, match_id: int, seat: int, at: datetime, note: Note, now: datetime) -> Moved:
    """Set the deadline of an awaited seat, earlier or later. Raises `Refused`."""
    with transaction.atomic():
        match, asked = _lock_awaited(match_id, seat)
        if at < now + SOONEST:
            raise Refused("too_soon", gettext("Leave the player an hour at least: choose a later deadline."))
        if at > now + LATEST:
            raise Refused("too_late", TOO_LATE)
        before, rhythm = asked.deadline, _rhythm(match, asked, now)
        _run_for(match, asked, time_run(now, at, rhythm), rhythm, now, at)
        text = at.astimezone(UTC).isoformat(timespec="minutes")
        step = record_intervention(match=match, kind="deadline_set", note=note, now=now, seat=seat, deadline=text)
        return Moved(step, _marks(match, asked, before))


def put_back_deadline(*, match_id: int, seat: int, marks: Mapping[str, Any], note: Note, now: datetime) -> Moved:
    """Restore a deadline if the same answer is open and nothing else has moved it since. Raises `Refused`.

    At least an hour is left.
    """
    with transaction.atomic():
        match, asked = _lock_awaited(match_id, seat)
        same = match.next_step == marks["step"] and asked.deadline == _moment(marks.get("after"))
        before = _moment(marks["before"])
        if not same or before is None:
            raise Stale(
                "moved_on", gettext("The match or its clock has moved on since. Set the deadline as it is to be now.")
            )
        return set_deadline(match_id=match_id, seat=seat, at=max(before, now + SOONEST), note=note, now=now)


def _marks(match: Match, seat: Seat, before: datetime | None) -> dict[str, Any]:
    after = seat.deadline
    return {
        "step": match.next_step,
        "before": before.isoformat() if before else None,
        "after": after.isoformat() if after else None,
    }


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _lock_awaited(match_id: int, number: int) -> tuple[Match, Seat]:
    """Lock a running match and return it with an awaited seat. Raises `Refused`."""
    match = lock_match(match_id)
    refuse_unless(match, Match.Status.RUNNING)
    seat = lock_seat(match, number)
    if not seat.awaited:
        raise Refused("seat_not_asked", gettext("The match does not wait for this seat. Load it again."))
    return match, seat


def _rhythm(match: Match, seat: Seat, now: datetime) -> Rhythm:
    return rhythms_of(match, [seat], now).get(seat.number, ALWAYS)


def _run_for(
    match: Match, seat: Seat, seconds: float, rhythm: Rhythm, now: datetime, at: datetime | None = None
) -> None:
    """Restart a seat's clock with `seconds`, or until `at` if given, and reschedule its notices."""
    if seconds > LATEST.total_seconds():
        raise Refused("too_late", TOO_LATE)
    move_clock(match, seat, seconds, rhythm, now)
    seat.deadline = at or seat.deadline
    seat.save(update_fields=CLOCK_FIELDS)
    if not seat.answers.filter(step=match.next_step).exists():
        reschedule_turns(match=match, seats=[seat], now=now)
