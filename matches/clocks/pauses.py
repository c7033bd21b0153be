"""Pause and resume matches: all clocks stop during a pause."""

from datetime import datetime

from django.utils.translation import gettext, gettext_lazy

from foundation.errors import Refused, Stale
from foundation.language import Words
from foundation.rows import save_rows
from matches import queue
from matches.activity.record import record_activity
from matches.clocks.deadlines import ALWAYS
from matches.clocks.seat_clocks import CLOCK_FIELDS, continue_clock, rhythms_of, start_clock
from matches.live import push_match
from matches.models import Activity, Match
from matches.notices import notify_players, people_of, reschedule_turns, withdraw_turns
from notifications.models import Kind

ALL_TIMED_OUT = "all_timed_out"
ASKS = gettext_lazy(
    "Everyone missed the last round, so the match is paused. If you are there, open the table and let it go on."
)
STANDS_STILL = gettext_lazy("All clocks stand still.")
BY_MODERATOR = "moderator"
WAITS_FOR_MODERATOR = gettext_lazy("All clocks stand still until a moderator lets the match go on.")
TO_PLAYERS: dict[str, Words] = {ALL_TIMED_OUT: ASKS, BY_MODERATOR: WAITS_FOR_MODERATOR}
"""What players are told of a pause for these reasons."""
GOES_ON = gettext_lazy("The clocks run again. The table shows your deadline.")
PAUSED, RESUMED = gettext_lazy("Match paused"), gettext_lazy("Match resumed")


def pause_match(*, match: Match, reason: str, now: datetime) -> None:
    """Pause a locked match. `reason` is `vote`, `all_timed_out` or `moderator`. Raises `Refused`."""
    if match.status != Match.Status.RUNNING:
        raise Stale("match_not_running", gettext("Only a running match can be paused. Load the table again."))
    match.status, match.paused_at, match.pause_reason = Match.Status.PAUSED, now, reason
    match.save(update_fields=["status", "paused_at", "pause_reason"])
    line = record_activity(match=match, kind="paused", reason=reason, now=now)
    withdraw_turns(match=match, seats=match.seats.select_related("user"), now=now)
    _notify(match, line, PAUSED, TO_PLAYERS.get(reason, STANDS_STILL))


def resume_match(*, match: Match, now: datetime) -> None:
    """Resume a locked match. Each clock continues with its time left, or restarts if everyone had timed out.

    Raises `Refused`.
    """
    if match.status != Match.Status.PAUSED or match.paused_at is None:
        raise Refused("match_not_paused", gettext("This match is not paused. Load the table again."))
    _restart_clocks(match, match.paused_at, now)
    awaited = list(match.seats.select_related("user").filter(awaited=True))
    match.status, match.paused_at, match.pause_reason = Match.Status.RUNNING, None, ""
    match.bots_asked_at = now if any(seat.played_by_bot for seat in awaited) else None
    match.save(update_fields=["status", "paused_at", "pause_reason", "bots_asked_at"])
    line = record_activity(match=match, kind="resumed", now=now)
    answered = set(match.answers.filter(step=match.next_step).values_list("seat_id", flat=True))
    still_asked = [seat for seat in awaited if seat.pk not in answered]
    reschedule_turns(match=match, seats=still_asked, now=now)
    # Conditional moves may answer the open round.
    queue.enqueue_resolve_round(match.pk)
    if match.bots_asked_at:
        queue.enqueue_play_bots(match.pk)
    _notify(match, line, RESUMED, GOES_ON)


def _restart_clocks(match: Match, stopped: datetime, now: datetime) -> None:
    awaited = list(match.seats.select_related("user").filter(awaited=True))
    rhythms = rhythms_of(match, awaited, now)
    for seat in awaited:
        rhythm = rhythms.get(seat.number, ALWAYS)
        if match.pause_reason == ALL_TIMED_OUT:
            seat.bank_seconds = match.increment_seconds or None
            start_clock(match, seat, rhythm, now)
        else:
            continue_clock(match, seat, rhythm, stopped=stopped, now=now)
    save_rows(awaited, CLOCK_FIELDS, within=["match"])


def _notify(match: Match, line: Activity, says: Words, text: Words) -> None:
    people = people_of(match)
    notify_players(match=match, kind=Kind.PAUSED, number=line.pk, text=text, users=people, now=line.at, says=says)
    push_match(match)
