"""What becomes of a seat whose time is up: an excuse, the default answer, a stand-in; or nobody came at all."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.db import transaction
from django.db.models import F

from games import policy
from games.clocks import ALWAYS, Rhythm
from games.engine import game_of, state_of
from games.models import Answer, Match, Seat
from games.sealing import opened
from games.services.attendance import attendance_count, attendance_forgive, has_anyone_decided
from games.services.calling_off import match_call_off
from games.services.clocks import clock_extend, clock_follow, is_played_by_person, rhythms_of
from games.services.happenings import happened
from games.services.notices import players_told, seats_retold
from games.services.pauses import ALL_MISSED, match_pause
from games.services.rounds import match_locked, round_resolve
from games.services.sealing import answer_seal, plan_seal
from games.services.stand_ins import stand_in_begin
from games.services.untold import untold_extend
from notifications.models import Kind


def is_overdue(*, match_id: int, now: datetime) -> bool:
    """Whether a match may have a deadline to pass; asked without a lock."""
    late = Seat.objects.filter(match_id=match_id, awaited=True, deadline__lte=now, match__status=Match.Status.RUNNING)
    return late.exclude(answers__step=F("match__step") + 1).exists()


def deadlines_pass(*, match_id: int, now: datetime) -> bool:
    """Let every deadline of a match pass that has; tell whether that closed the round.

    Whom no notice reached gets more time before anything is played for them.
    """
    untold_extend(match_id=match_id, now=now)
    with transaction.atomic():
        match = match_locked(match_id)
        if match.status != Match.Status.RUNNING:
            return False
        seats = list(match.seats.select_related("user", "plan"))
        rhythms = rhythms_of(match, seats, now)
        for seat in _late(match, seats, now):
            _time_is_up(match, seat, rhythms.get(seat.number, ALWAYS), now)
        _ask_if_nobody_is_there(match, seats, now)
    return round_resolve(match_id=match_id, now=now)


def _late(match: Match, seats: Sequence[Seat], now: datetime) -> list[Seat]:
    """Seats of a locked match whose time is up, in seat order."""
    answered = set(match.answers.filter(step=match.next_step).values_list("seat_id", flat=True))
    asked = [seat for seat in seats if seat.awaited and seat.pk not in answered]
    return [seat for seat in asked if seat.deadline is not None and seat.deadline <= now]


def _time_is_up(match: Match, seat: Seat, rhythm: Rhythm, now: datetime) -> None:
    if not is_played_by_person(seat):
        _play_default(match, seat, now)
    elif plan_seal(match=match, seat=seat, state=state_of(match), now=now):
        return
    elif clock_follow(match, seat, rhythm, now) and seat.deadline and seat.deadline > now:
        # Their hours changed, and the hint was lost.
        seats_retold(match=match, seats=[seat], now=now)
    elif seat.excuses_left and not seat.extended:
        _excuse(match, seat, rhythm, now)
    else:
        _miss(match, seat, now)


def _excuse(match: Match, seat: Seat, rhythm: Rhythm, now: datetime) -> None:
    seat.excuses_left -= 1
    seat.save(update_fields=["excuses_left"])
    clock_extend(match, seat, rhythm, now)
    seats_retold(match=match, seats=[seat], now=now)
    if seat.user is not None:
        text = f"You missed a turn. An excuse gives you more time for it, once; {seat.excuses_left or 'none'} left."
        players_told(match=match, kind=Kind.EXCUSED, number=match.next_step, text=text, users=[seat.user], now=now)
    if not match.hide_answered:
        happened(match=match, kind="excused", seat=seat.number, now=now, left=seat.excuses_left)


def _miss(match: Match, seat: Seat, now: datetime) -> None:
    """Count a miss; in a row, a bot takes over, and answers this turn already."""
    seat.missed_in_row += 1
    seat.save(update_fields=["missed_in_row"])
    attendance_count(seats=[seat], outcome="missed", now=now)
    if seat.missed_in_row >= policy.POLICY.misses_to_stand_in:
        stand_in_begin(match=match, seat=seat, now=now)
    else:
        _play_default(match, seat, now)


def _play_default(match: Match, seat: Seat, now: datetime) -> None:
    default = game_of(match).default_action(state_of(match), seat.number)
    answer_seal(match=match, seat=seat, action=msgspec.to_builtins(default), now=now, by="default")


def _ask_if_nobody_is_there(match: Match, seats: Sequence[Seat], now: datetime) -> None:
    """Where everybody who was asked has missed the round, call the match off or pause it and ask."""
    if match.is_arranged:
        # Staying away must not undo a table of a ladder or tournament: bots take over, and play it to its end.
        return
    asked = [seat for seat in seats if seat.awaited and is_played_by_person(seat)]
    answers = {answer.seat_id: opened(answer).answered_by for answer in match.answers.filter(step=match.next_step)}
    if not asked or any(answers.get(seat.pk) != "default" for seat in asked):
        return
    if not has_anyone_decided(match_id=match.pk):
        match_call_off(match=match, reason="no_show", now=now)
    elif len(asked) > 1 or _plays_alone(asked[0], seats):
        attendance_forgive(seats=asked)
        Answer.objects.filter(match=match, seat__in=asked).delete()
        match_pause(match=match, reason=ALL_MISSED, now=now)


def _plays_alone(seat: Seat, seats: Sequence[Seat]) -> bool:
    """Whether nobody but this person answers at the table in person."""
    return not any(is_played_by_person(other) for other in seats if other.pk != seat.pk)
