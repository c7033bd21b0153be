"""What happens to overdue seats: an excuse, the default answer, a stand-in, or the end of an abandoned match."""

from collections.abc import Sequence
from datetime import datetime
from enum import Enum, auto

import msgspec
from django.db import transaction
from django.db.models import F
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from foundation.kept_queries import KeptQuery, given
from matches import policy
from matches.activity.record import record_activity
from matches.clocks.attendance import count_attendance, forgive_timeout, has_anyone_decided
from matches.clocks.deadlines import ALWAYS, Rhythm
from matches.clocks.pauses import ALL_TIMED_OUT, pause_match
from matches.clocks.seat_clocks import extend_clock, follow_hours_of, is_played_by_person, rhythms_of
from matches.log.sealed_answers import open_answer
from matches.log.states import game_of, state_of
from matches.models import Answer, Match, Seat
from matches.notices import notify_players, reschedule_turns
from matches.rounds.calling_off import call_off_match
from matches.rounds.locking import lock_match
from matches.rounds.resolve import resolve_round
from matches.rounds.seal import seal_answer, seal_conditional_answer
from matches.timeouts.stand_ins import begin_stand_in, hand_back
from matches.timeouts.undelivered import extend_undelivered
from notifications.models import Kind

LATE = KeptQuery(
    lambda: Seat.objects.filter(match_id=given("match"), awaited=True, deadline__lte=given("now")).only("pk")[:1]
)

EXCUSED = gettext_lazy("You missed a turn. One of your excuses gives you more time for it. You have {left} left.")
EXCUSED_LAST = gettext_lazy("You missed a turn. One of your excuses gives you more time for it. You have none left.")


def is_overdue(*, match_id: int, now: datetime) -> bool:
    """True if a match may have an overdue deadline; checked without a lock."""
    # Nearly every answer comes in time, so run the cheap query first.
    if LATE.first(match=match_id, now=now) is None:
        return False
    late = Seat.objects.filter(match_id=match_id, awaited=True, deadline__lte=now)
    return late.filter(match__status=Match.Status.RUNNING).exclude(answers__step=F("match__step") + 1).exists()


def is_any_late(match: Match, unanswered: Sequence[Seat], now: datetime) -> bool:
    """True if a locked match has an overdue deadline, given its unanswered seats."""
    return match.status == Match.Status.RUNNING and any(seat.deadline and seat.deadline <= now for seat in unanswered)


def pass_deadlines(*, match_id: int, now: datetime) -> bool:
    """Handle every overdue deadline of a match. Return True if that closed the round.

    Players whom no notice reached get more time before anything is played for them.
    """
    extend_undelivered(match_id=match_id, now=now)
    with transaction.atomic():
        match = lock_match(match_id)
        if match.status != Match.Status.RUNNING:
            return False
        seats = list(match.seats.select_related("user", "conditional_book"))
        rhythms = rhythms_of(match, seats, now)
        answered = set(match.answers.filter(step=match.next_step).values_list("seat_id", flat=True))
        asked = [seat for seat in seats if seat.awaited and seat.pk not in answered]
        late = [seat for seat in asked if seat.deadline is not None and seat.deadline <= now]
        settled = [_settle_without_timeout(match, seat, rhythms.get(seat.number, ALWAYS), now) for seat in late]
        missed = [seat for seat, is_settled in zip(late, settled, strict=True) if not is_settled]
        _pass_missed_turns(match, seats, missed, now)
    return resolve_round(match_id=match_id, now=now)


def _settle_without_timeout(match: Match, seat: Seat, rhythm: Rhythm, now: datetime) -> bool:
    """Answer for an overdue seat or give it more time, without a timeout. Return False if nothing allows that."""
    if not is_played_by_person(seat):
        _play_default(match, seat, now)
        return True
    if seal_conditional_answer(match=match, seat=seat, state=state_of(match), now=now):
        return True
    if follow_hours_of(seat, rhythm, now) and seat.deadline and seat.deadline > now:
        # Their hours changed, but the queued task was lost.
        reschedule_turns(match=match, seats=[seat], now=now)
        return True
    if not seat.excuses_left or seat.extended:
        return False
    seat.excuses_left -= 1
    seat.save(update_fields=["excuses_left"])
    extend_clock(match, seat, rhythm, now)
    reschedule_turns(match=match, seats=[seat], now=now)
    if seat.user is not None:
        left = format_lazy(EXCUSED, left=seat.excuses_left) if seat.excuses_left else EXCUSED_LAST
        notify_players(match=match, kind=Kind.EXCUSED, number=match.next_step, text=left, users=[seat.user], now=now)
    if not match.hide_answered:
        record_activity(match=match, kind="excused", seat=seat.number, now=now, left=seat.excuses_left)
    return True


def _play_default(match: Match, seat: Seat, now: datetime) -> None:
    default = game_of(match).default_action(state_of(match), seat.number)
    seal_answer(match=match, seat=seat, action=msgspec.to_builtins(default), now=now, by="default")


class _Outcome(Enum):
    """What becomes of a match after turns were missed."""

    PLAY_ON = auto()
    PAUSE = auto()
    """Everyone was absent: pause and ask them."""
    LEAVE_TO_BOTS = auto()
    """Everyone was absent again, after a pause in the same round."""
    CALL_OFF = auto()
    """Everyone was absent, and nobody ever decided anything."""


def _pass_missed_turns(match: Match, seats: Sequence[Seat], missed: Sequence[Seat], now: datetime) -> None:
    """Answer for those who missed their turn, unless the match is paused to ask them."""
    # Decided before bots take seats: replaced players could not be asked any more.
    absent = _everybody_if_absent(match, seats, missed)
    outcome = _outcome(match, seats, absent)
    if outcome is _Outcome.PAUSE:
        _forgive(match, [seat for seat in absent if seat.turn_missed], now)
        pause_match(match=match, reason=ALL_TIMED_OUT, now=now)
        return
    for seat in missed:
        _count_missed_turn(seat, now)
        in_a_row = seat.timeouts_in_row >= policy.POLICY.timeouts_to_stand_in
        if outcome is _Outcome.LEAVE_TO_BOTS or in_a_row:
            begin_stand_in(match=match, seat=seat, now=now)
        else:
            _play_default(match, seat, now)
    if outcome is _Outcome.LEAVE_TO_BOTS:
        for seat in absent:
            if not seat.stand_in:
                begin_stand_in(match=match, seat=seat, now=now)
    if outcome is _Outcome.CALL_OFF:
        call_off_match(match=match, reason="no_show", now=now)


def _outcome(match: Match, seats: Sequence[Seat], absent: Sequence[Seat]) -> _Outcome:
    """Decide what becomes of a match, given the people who were asked if all of them missed the turn."""
    if not absent:
        return _Outcome.PLAY_ON
    if not has_anyone_decided(match=match):
        return _Outcome.CALL_OFF
    if len(absent) == 1 and not _plays_alone(absent[0], seats):
        return _Outcome.PLAY_ON
    paused_before = match.activity.filter(kind="paused", step=match.step, data__reason=ALL_TIMED_OUT)
    return _Outcome.LEAVE_TO_BOTS if paused_before.exists() else _Outcome.PAUSE


def _count_missed_turn(seat: Seat, now: datetime) -> None:
    """Count a missed turn, once: players who take a seat back before the bot answers can miss the same turn again."""
    if seat.turn_missed:
        return
    seat.turn_missed, seat.timeouts_in_row = True, seat.timeouts_in_row + 1
    seat.save(update_fields=["turn_missed", "timeouts_in_row"])
    count_attendance(seats=[seat], outcome="missed", now=now)


def _everybody_if_absent(match: Match, seats: Sequence[Seat], missed: Sequence[Seat]) -> list[Seat]:
    """Return all people asked in this round if every one missed it; otherwise an empty list."""
    if match.is_arranged:
        # Absence must not undo a ladder or tournament match: bots take over and finish it.
        return []
    answers = {answer.seat_id: open_answer(answer).answered_by for answer in match.answers.filter(step=match.next_step)}
    # Bots took over these seats in this round, as their players missed it before the others.
    since = set(match.activity.filter(kind="stood_in", step=match.step).values_list("seat", flat=True))
    away = [seat for seat in seats if seat.stand_in and not seat.resigned_at and seat.number in since]
    replaced = [seat for seat in away if seat.timeouts_in_row >= policy.POLICY.timeouts_to_stand_in]
    asked = [seat for seat in seats if seat.awaited and (is_played_by_person(seat) or seat in replaced)]
    absent = [seat for seat in asked if seat in missed or seat in replaced or answers.get(seat.pk) == "default"]
    return asked if absent == asked else []


def _forgive(match: Match, seats: Sequence[Seat], now: datetime) -> None:
    """Undo the effects of this round on players who missed it before the others."""
    forgive_timeout(seats=seats)
    Answer.objects.filter(match=match, seat__in=seats).delete()
    for seat in seats:
        before = max(seat.timeouts_in_row - 1, 0)
        if seat.stand_in:
            hand_back(match=match, seat=seat, now=now)
        seat.turn_missed, seat.timeouts_in_row = False, before
        seat.save(update_fields=["turn_missed", "timeouts_in_row"])


def _plays_alone(seat: Seat, seats: Sequence[Seat]) -> bool:
    """True if this is the only person playing at the table."""
    return not any(is_played_by_person(other) for other in seats if other.pk != seat.pk)
