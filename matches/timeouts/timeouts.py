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
from games.services.stand_ins import hand_back, stand_in_begin
from games.services.untold import untold_extend
from notifications.models import Kind


def is_overdue(*, match_id: int, now: datetime) -> bool:
    """Whether a match may have a deadline to pass; asked without a lock."""
    late = Seat.objects.filter(match_id=match_id, awaited=True, deadline__lte=now)
    # Nearly every answer comes in time: the cheap question first.
    if not late.exists():
        return False
    return late.filter(match__status=Match.Status.RUNNING).exclude(answers__step=F("match__step") + 1).exists()


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
        late = _late(match, seats, now)
        missing = [seat for seat in late if _is_missing(match, seat, rhythms.get(seat.number, ALWAYS), now)]
        _play_on_or_ask(match, seats, missing, now)
    return round_resolve(match_id=match_id, now=now)


def _late(match: Match, seats: Sequence[Seat], now: datetime) -> list[Seat]:
    """Seats of a locked match whose time is up, in seat order."""
    answered = set(match.answers.filter(step=match.next_step).values_list("seat_id", flat=True))
    asked = [seat for seat in seats if seat.awaited and seat.pk not in answered]
    return [seat for seat in asked if seat.deadline is not None and seat.deadline <= now]


def _is_missing(match: Match, seat: Seat, rhythm: Rhythm, now: datetime) -> bool:
    """Do for a seat whose time is up what costs no miss; tell whether there is nothing of that kind."""
    if not is_played_by_person(seat):
        _play_default(match, seat, now)
    elif plan_seal(match=match, seat=seat, state=state_of(match), now=now):
        return False
    elif clock_follow(match, seat, rhythm, now) and seat.deadline and seat.deadline > now:
        # Their hours changed, and the hint was lost.
        seats_retold(match=match, seats=[seat], now=now)
    elif seat.excuses_left and not seat.extended:
        _excuse(match, seat, rhythm, now)
    else:
        return True
    return False


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


def _miss(match: Match, seat: Seat, now: datetime, *, to_bot: bool) -> None:
    """Count a miss; in a row, or if so told, a bot takes over, and answers this turn already."""
    if not seat.missed:
        # Whoever takes the seat back from a bot that has not answered can let the same turn pass once more.
        seat.missed, seat.missed_in_row = True, seat.missed_in_row + 1
        seat.save(update_fields=["missed", "missed_in_row"])
        attendance_count(seats=[seat], outcome="missed", now=now)
    if to_bot or seat.missed_in_row >= policy.POLICY.misses_to_stand_in:
        stand_in_begin(match=match, seat=seat, now=now)
    else:
        _play_default(match, seat, now)


def _play_default(match: Match, seat: Seat, now: datetime) -> None:
    default = game_of(match).default_action(state_of(match), seat.number)
    answer_seal(match=match, seat=seat, action=msgspec.to_builtins(default), now=now, by="default")


def _play_on_or_ask(match: Match, seats: Sequence[Seat], missing: Sequence[Seat], now: datetime) -> None:
    """Play on for those who missed; where nobody at all was there, call the match off, or pause it and ask.

    That is decided before bots take any seat: whom a bot has replaced could not be asked any more.
    """
    absent = _everybody_if_absent(match, seats, missing)
    came = bool(absent) and has_anyone_decided(match=match)
    all_missed = came and (len(absent) > 1 or any(_plays_alone(seat, seats) for seat in absent))
    again = all_missed and _has_asked_already(match)
    if all_missed and not again:
        _forgive(match, [seat for seat in absent if seat.missed], now)
        match_pause(match=match, reason=ALL_MISSED, now=now)
        return
    for seat in missing:
        _miss(match, seat, now, to_bot=again)
    for seat in absent if again else ():
        if not seat.stand_in:
            stand_in_begin(match=match, seat=seat, now=now)
    if absent and not came:
        match_call_off(match=match, reason="no_show", now=now)


def _everybody_if_absent(match: Match, seats: Sequence[Seat], missing: Sequence[Seat]) -> list[Seat]:
    """All people who were asked in this round, if every one of them has missed it; otherwise nobody."""
    if match.is_arranged:
        # Staying away must not undo a table of a ladder or tournament: bots take over, and play it to its end.
        return []
    answers = {answer.seat_id: opened(answer).answered_by for answer in match.answers.filter(step=match.next_step)}
    replaced = _replaced(match, seats)
    asked = [seat for seat in seats if seat.awaited and (is_played_by_person(seat) or seat in replaced)]
    missed = [seat for seat in asked if seat in missing or seat in replaced or answers.get(seat.pk) == "default"]
    return asked if missed == asked else []


def _replaced(match: Match, seats: Sequence[Seat]) -> list[Seat]:
    """Seats that a bot has taken over in this very round, as their players missed it earlier than others."""
    since = set(match.happenings.filter(kind="stood_in", step=match.step).values_list("seat", flat=True))
    away = [seat for seat in seats if seat.stand_in and not seat.resigned_at and seat.number in since]
    return [seat for seat in away if seat.missed_in_row >= policy.POLICY.misses_to_stand_in]


def _has_asked_already(match: Match) -> bool:
    """Whether the match was paused for this same round before: it is not paused for ever."""
    return match.happenings.filter(kind="paused", step=match.step, data__reason=ALL_MISSED).exists()


def _forgive(match: Match, seats: Sequence[Seat], now: datetime) -> None:
    """Undo what this round has cost those who missed it before the others."""
    attendance_forgive(seats=seats)
    Answer.objects.filter(match=match, seat__in=seats).delete()
    for seat in seats:
        before = max(seat.missed_in_row - 1, 0)
        if seat.stand_in:
            hand_back(match=match, seat=seat, now=now)
        seat.missed, seat.missed_in_row = False, before
        seat.save(update_fields=["missed", "missed_in_row"])


def _plays_alone(seat: Seat, seats: Sequence[Seat]) -> bool:
    """Whether nobody but this person answers at the table in person."""
    return not any(is_played_by_person(other) for other in seats if other.pk != seat.pk)
