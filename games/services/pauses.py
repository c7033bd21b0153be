"""Pausing a match: all clocks stand still until it goes on."""

from datetime import datetime

from games import hints, push
from games.engine import game_of, state_of
from games.models import Happening, Match, Seat
from games.services.errors import Refused
from games.services.happenings import happened
from games.services.notices import people_of, players_told, seats_asked, seats_done
from notifications.models import Kind


def match_pause(*, match: Match, reason: str, now: datetime) -> None:
    """Stop the clocks of a locked match. `reason` is `vote`, `all_missed` or `moderator`. Raises `Refused`."""
    if match.status != Match.Status.RUNNING:
        raise Refused("match_not_running", "Only a running match can be paused. Load the table again.")
    match.status, match.paused_at, match.pause_reason = Match.Status.PAUSED, now, reason
    match.save(update_fields=["status", "paused_at", "pause_reason"])
    line = happened(match=match, kind="paused", reason=reason, now=now)
    seats_done(match=match, seats=match.seats.select_related("user"), now=now)
    _told(match, line, "The match was paused. All clocks stand still.")


def match_resume(*, match: Match, now: datetime) -> None:
    """Let a locked match go on; every open deadline moves by the length of the pause. Raises `Refused`."""
    if match.status != Match.Status.PAUSED or match.paused_at is None:
        raise Refused("match_not_paused", "This match is not paused. Load the table again.")
    lost = now - match.paused_at
    match.status, match.paused_at, match.pause_reason = Match.Status.RUNNING, None, ""
    match.save(update_fields=["status", "paused_at", "pause_reason"])
    awaited = list(match.seats.select_related("user").filter(awaited=True))
    for seat in awaited:
        seat.deadline = None if seat.deadline is None else seat.deadline + lost
        seat.asked_at = None if seat.asked_at is None else seat.asked_at + lost
    Seat.objects.bulk_update(awaited, ["deadline", "asked_at"])
    line = happened(match=match, kind="resumed", now=now)
    answered = set(match.answers.filter(step=match.next_step).values_list("seat_id", flat=True))
    still_asked = [seat for seat in awaited if seat.pk not in answered]
    seats_asked(match=match, seats=still_asked, game=game_of(match), state=state_of(match), now=now, again=True)
    if any(seat.played_by_bot for seat in awaited):
        hints.bots_to_move(match.pk)
    _told(match, line, "The match goes on. Deadlines moved by as long as the pause was.")


def _told(match: Match, line: Happening, text: str) -> None:
    people = people_of(match)
    players_told(match=match, kind=Kind.PAUSED, number=line.pk, text=text, users=people, now=line.at)
    push.table_moved(match.pk, [seat.user_id for seat in match.seats.all() if seat.user_id])
