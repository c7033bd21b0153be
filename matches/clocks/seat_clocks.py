"""Seats' clocks: started when a seat is asked, stopped when it answers, moved when its player's hours change."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta

from accounts import habits
from accounts.models import User
from accounts.vacations import days_off_of
from games import policy
from games.clocks import Rhythm, bank_after, deadline, quiet_end, time_run
from games.models import Match, Seat
from games.policy import HOUR, Speed

LOOK_BACK = timedelta(days=90)
"""Longer than any clock runs, days off included."""

CLOCK_FIELDS = ("asked_at", "bank_seconds", "bank_aside", "deadline", "extended", "missed", "pushed_from")
"""What a clock is made of, to be saved together."""


def speed_of(match: Match) -> Speed:
    """Whether a match is live or goes over days."""
    return policy.POLICY.speed(match.turn_seconds)


def is_played_by_person(seat: Seat) -> bool:
    """Whether whoever holds the seat answers for it themselves, and so can miss a turn."""
    return seat.user is not None and not seat.played_by_bot


def rhythms_of(match: Match, seats: Iterable[Seat], now: datetime) -> Mapping[int, Rhythm]:
    """When the clock of each seat runs, by the seat's number. At live tables, and for bots, it always does."""
    people = {seat.number: seat.user for seat in seats if seat.user and is_played_by_person(seat)}
    if speed_of(match) == Speed.LIVE or not people:
        return {}
    days: Mapping[int, frozenset[date]] = {}
    if match.vacations:
        days = days_off_of(user_ids=[user.pk for user in people.values()], since=(now - LOOK_BACK).date())
    return {number: _rhythm(match, user, days) for number, user in people.items()}


def _rhythm(match: Match, user: User, days: Mapping[int, frozenset[date]]) -> Rhythm:
    return Rhythm(
        zone=user.time_zone,
        weekends_off=match.weekends_off,
        days_off=days.get(user.pk, frozenset()),
        quiet_from=user.quiet_from,
        quiet_until=user.quiet_until,
    )


def clock_start(match: Match, seat: Seat, rhythm: Rhythm, now: datetime) -> None:
    """Ask a seat: its clock runs from now. The caller saves the seat."""
    if not match.increment_seconds or seat.bank_seconds is None:
        seat.bank_seconds = match.turn_seconds
    seat.asked_at, seat.extended, seat.missed, seat.bank_aside, seat.pushed_from = now, False, False, None, None
    seat.deadline = deadline(now, seat.bank_seconds, rhythm)


def clock_stop(match: Match, seat: Seat, rhythm: Rhythm, at: datetime, *, missed: bool) -> None:
    """Keep what a Fischer clock has left after an answer, and give it the increment. The caller saves the seat."""
    seat.missed_in_row = seat.missed_in_row if missed else 0
    if not match.increment_seconds or seat.bank_seconds is None or seat.asked_at is None:
        return
    had = _own_bank(seat)
    # What an extension gave is for its turn alone.
    gone = missed or seat.extended
    used = had if gone else time_run(seat.asked_at, at, rhythm)
    seat.bank_seconds = bank_after(
        had, used, increment=match.increment_seconds, cap=match.cap_seconds or match.turn_seconds
    )
    seat.bank_aside = None


def _own_bank(seat: Seat) -> int:
    """What the clock held when it began to run, whatever a moderator has made of the deadline."""
    return (seat.bank_seconds or 0) if seat.bank_aside is None else seat.bank_aside


def clock_move(match: Match, seat: Seat, seconds: float, rhythm: Rhythm, now: datetime) -> None:
    """Let a seat's clock run from now with so much time for this answer alone. The caller saves the seat."""
    if match.increment_seconds and seat.asked_at is not None and seat.bank_seconds is not None:
        seat.bank_aside = int(max(_own_bank(seat) - time_run(seat.asked_at, now, rhythm), 0))
    clock_restart(seat, seconds, rhythm, now)


def clock_restart(seat: Seat, seconds: float, rhythm: Rhythm, now: datetime) -> None:
    """Let a seat's clock run from now with so much time. The caller saves the seat."""
    seat.asked_at, seat.bank_seconds, seat.pushed_from = now, int(seconds), None
    seat.deadline = deadline(now, seat.bank_seconds, rhythm)


def clock_continue(match: Match, seat: Seat, rhythm: Rhythm, *, stopped: datetime, now: datetime) -> None:
    """Let a clock that was stopped run on with what it had left. The caller saves the seat."""
    if seat.asked_at is None or seat.deadline is None:
        return
    bank = match.turn_seconds if seat.bank_seconds is None else seat.bank_seconds
    used = time_run(seat.asked_at, stopped, rhythm)
    left = max(bank - used, 0)
    if seat.bank_aside is not None:
        seat.bank_aside = int(max(seat.bank_aside - used, 0))
    # A deadline that quiet hours had put off leaves no less than it did.
    put_off = min((seat.deadline - stopped).total_seconds(), HOUR)
    clock_restart(seat, max(left, put_off, 0), rhythm, now)


def extension_seconds(match: Match) -> int:
    """What an excuse gives: one turn more, but not days."""
    return min(match.turn_seconds, policy.POLICY.extension_hours * HOUR)


def clock_extend(match: Match, seat: Seat, rhythm: Rhythm, now: datetime) -> None:
    """Give the answer awaited now an extension, counted from now. The caller sees to it that it is the only one."""
    clock_restart(seat, extension_seconds(match), rhythm, now)
    seat.extended = True
    seat.save(update_fields=CLOCK_FIELDS)


def clock_follow(match: Match, seat: Seat, rhythm: Rhythm, now: datetime) -> bool:
    """Work a running clock's deadline out again after its player's hours have changed; tell whether it moved.

    What the change takes away never leaves less than the fair time, where there was as much.
    """
    if seat.asked_at is None or seat.deadline is None or seat.bank_seconds is None:
        return False
    before = seat.deadline
    seat.deadline = deadline(seat.asked_at, seat.bank_seconds, rhythm)
    if seat.deadline >= before:
        seat.pushed_from = None
    else:
        fair = min(before, deadline(now, policy.POLICY.fair_hours * HOUR, rhythm))
        seat.deadline = max(seat.deadline, _out_of_new_quiet(seat, fair, rhythm))
    if seat.deadline != before:
        seat.save(update_fields=["deadline", "pushed_from"])
    return seat.deadline != before


def _out_of_new_quiet(seat: Seat, fair: datetime, rhythm: Rhythm) -> datetime:
    """The end of the quiet hours that a deadline would now fall into, unless it was pushed on as far as it may be.

    Without that bound, whoever kept moving their quiet hours ahead of a deadline would never be late.
    """
    over = quiet_end(fair, rhythm)
    if over == fair:
        return fair
    seat.pushed_from = seat.pushed_from or fair
    latest = seat.pushed_from + timedelta(hours=habits.HABITS.quiet_hours_most)
    return over if over <= latest else fair


def turn_notice_at(match: Match, now: datetime) -> datetime:
    """When to tell a player that their turn has come: not at once, as who sits at the table needs no mail."""
    share = match.turn_seconds * policy.POLICY.grace_percent / 100
    return now + timedelta(seconds=min(policy.POLICY.grace_most_seconds, share))


def reminder_at(match: Match, seat: Seat, due: datetime) -> datetime:
    """When to remind a player who has not answered."""
    kept = seat.bank_seconds if match.increment_seconds else None
    seconds = kept or match.turn_seconds
    return due - timedelta(seconds=seconds * policy.POLICY.reminder_percent / 100)
