"""Pausing a match: all clocks stand still until it goes on."""

from datetime import datetime

from games import hints, push
from games.clocks import ALWAYS
from games.models import Happening, Match, Seat
from games.services.clocks import CLOCK_FIELDS, clock_continue, clock_start, rhythms_of
from games.services.errors import Refused
from games.services.happenings import happened
from games.services.notices import people_of, players_told, seats_done, seats_retold
from notifications.models import Kind

ALL_MISSED = "all_missed"
ASKS = "Everybody missed the last round, so the match was paused. Let it go on at the table if you are there."


def match_pause(*, match: Match, reason: str, now: datetime) -> None:
    """Stop the clocks of a locked match. `reason` is `vote`, `all_missed` or `moderator`. Raises `Refused`."""
    if match.status != Match.Status.RUNNING:
        raise Refused("match_not_running", "Only a running match can be paused. Load the table again.")
    match.status, match.paused_at, match.pause_reason = Match.Status.PAUSED, now, reason
    match.save(update_fields=["status", "paused_at", "pause_reason"])
    line = happened(match=match, kind="paused", reason=reason, now=now)
    seats_done(match=match, seats=match.seats.select_related("user"), now=now)
    _told(match, line, ASKS if reason == ALL_MISSED else "The match was paused. All clocks stand still.")


def match_resume(*, match: Match, now: datetime) -> None:
    """Let a locked match go on, each clock with what it had left; afresh where everybody had missed.

    Raises `Refused`.
    """
    if match.status != Match.Status.PAUSED or match.paused_at is None:
        raise Refused("match_not_paused", "This match is not paused. Load the table again.")
    _restart_clocks(match, match.paused_at, now)
    match.status, match.paused_at, match.pause_reason = Match.Status.RUNNING, None, ""
    match.save(update_fields=["status", "paused_at", "pause_reason"])
    awaited = list(match.seats.select_related("user").filter(awaited=True))
    line = happened(match=match, kind="resumed", now=now)
    answered = set(match.answers.filter(step=match.next_step).values_list("seat_id", flat=True))
    still_asked = [seat for seat in awaited if seat.pk not in answered]
    seats_retold(match=match, seats=still_asked, now=now)
    # Plans may answer what is open.
    hints.match_maybe_ready(match.pk)
    if any(seat.played_by_bot for seat in awaited):
        hints.bots_to_move(match.pk)
    _told(match, line, "The match goes on, and clocks run again. The table shows your deadline.")


def _restart_clocks(match: Match, stopped: datetime, now: datetime) -> None:
    awaited = list(match.seats.select_related("user").filter(awaited=True))
    rhythms = rhythms_of(match, awaited, now)
    for seat in awaited:
        rhythm = rhythms.get(seat.number, ALWAYS)
        if match.pause_reason == ALL_MISSED:
            seat.bank_seconds = match.increment_seconds or None
            clock_start(match, seat, rhythm, now)
        else:
            clock_continue(match, seat, rhythm, stopped=stopped, now=now)
    Seat.objects.bulk_update(awaited, CLOCK_FIELDS)


def _told(match: Match, line: Happening, text: str) -> None:
    people = people_of(match)
    players_told(match=match, kind=Kind.PAUSED, number=line.pk, text=text, users=people, now=line.at)
    push.table_moved(match.pk, [seat.user_id for seat in match.seats.all() if seat.user_id])
