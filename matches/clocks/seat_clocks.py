"""Seat clocks: started with a turn, stopped by its answer, and moved when the player's hours change."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta

from accounts.hours.vacations import days_off_of
from accounts.values import hour_bounds
from matches import policy
from matches.clocks.deadlines import Rhythm, bank_after, deadline, quiet_end, time_run
from matches.models import Match, Seat
from matches.policy import HOUR, Speed

LOOK_BACK = timedelta(days=90)
"""Longer than any clock can run, including days off."""

DaysOff = Mapping[int, frozenset[date]]
"""Vacation days, by user."""

CLOCK_FIELDS = ("asked_at", "bank_seconds", "bank_aside", "deadline", "extended", "turn_missed", "pushed_from")
"""The fields of a clock, to save together."""


def speed_of(match: Match) -> Speed:
    """Return the pace of a match."""
    return policy.POLICY.speed(match.turn_seconds)


def is_played_by_person(seat: Seat) -> bool:
    """True if a person plays the seat, and so can miss a turn."""
    return seat.user is not None and not seat.played_by_bot


def days_off_at(seats: Iterable[Seat], now: datetime) -> DaysOff:
    """Return the vacation days that bear on the clocks of these seats, by their players."""
    # Seats of a round were read with whether their players ever took any, and most never did.
    seats = [seat for seat in seats if vars(seat).get("has_days_off", True)]
    people = {seat.user_id for seat in seats if seat.user_id is not None and is_played_by_person(seat)}
    return days_off_of(user_ids=sorted(people), since=(now - LOOK_BACK).date())


def rhythms_of(
    match: Match, seats: Iterable[Seat], now: datetime, days_off: DaysOff | None = None
) -> Mapping[int, Rhythm]:
    """Return when the clock of each seat runs, by number. Live tables and bots have none: their clocks always run.

    `days_off`: the vacations of the players, if they are known.
    """
    seats = list(seats)
    people = {seat.number: seat.user for seat in seats if seat.user and is_played_by_person(seat)}
    if speed_of(match) == Speed.LIVE or not people:
        return {}
    days: DaysOff = {}
    if match.vacations:
        days = days_off_at(seats, now) if days_off is None else days_off
    return {
        number: Rhythm(
            zone=user.time_zone,
            weekends_off=match.weekends_off,
            days_off=days.get(user.pk, frozenset()),
            quiet_from=user.quiet_from,
            quiet_until=user.quiet_until,
        )
        for number, user in people.items()
    }


def start_clock(match: Match, seat: Seat, rhythm: Rhythm, now: datetime) -> None:
    """Start a seat's clock. The caller saves the seat."""
    if not match.increment_seconds or seat.bank_seconds is None:
        seat.bank_seconds = match.turn_seconds
    seat.asked_at = now
    seat.extended = False
    seat.turn_missed = False
    seat.bank_aside = None
    seat.pushed_from = None
    seat.deadline = deadline(now, seat.bank_seconds, rhythm)


def stop_clock(match: Match, seat: Seat, rhythm: Rhythm, at: datetime, *, missed: bool) -> None:
    """Stop a seat's clock after an answer; a Fischer clock carries the rest over. The caller saves the seat."""
    seat.timeouts_in_row = seat.timeouts_in_row if missed else 0
    if not match.increment_seconds or seat.bank_seconds is None or seat.asked_at is None:
        return
    had = _own_bank(seat)
    # An extension is for its turn only.
    gone = missed or seat.extended
    used = had if gone else time_run(seat.asked_at, at, rhythm)
    seat.bank_seconds = bank_after(
        had, used, increment=match.increment_seconds, cap=match.cap_seconds or match.turn_seconds
    )
    seat.bank_aside = None


def _own_bank(seat: Seat) -> int:
    """Return the seconds when the clock started, ignoring deadlines moved by a moderator."""
    return (seat.bank_seconds or 0) if seat.bank_aside is None else seat.bank_aside


def move_clock(match: Match, seat: Seat, seconds: float, rhythm: Rhythm, now: datetime) -> None:
    """Restart a seat's clock with `seconds` for this answer only. The caller saves the seat."""
    if match.increment_seconds and seat.asked_at is not None and seat.bank_seconds is not None:
        seat.bank_aside = int(max(_own_bank(seat) - time_run(seat.asked_at, now, rhythm), 0))
    restart_clock(seat, seconds, rhythm, now)


def restart_clock(seat: Seat, seconds: float, rhythm: Rhythm, now: datetime) -> None:
    """Restart a seat's clock with `seconds`. The caller saves the seat."""
    seat.asked_at, seat.bank_seconds, seat.pushed_from = now, int(seconds), None
    seat.deadline = deadline(now, seat.bank_seconds, rhythm)


def continue_clock(match: Match, seat: Seat, rhythm: Rhythm, *, stopped: datetime, now: datetime) -> None:
    """Resume a stopped clock with the time it had left. The caller saves the seat."""
    if seat.asked_at is None or seat.deadline is None:
        return
    bank = match.turn_seconds if seat.bank_seconds is None else seat.bank_seconds
    used = time_run(seat.asked_at, stopped, rhythm)
    left = max(bank - used, 0)
    if seat.bank_aside is not None:
        seat.bank_aside = int(max(seat.bank_aside - used, 0))
    # If quiet hours had moved the deadline, leave no less time than that did.
    put_off = min((seat.deadline - stopped).total_seconds(), HOUR)
    restart_clock(seat, max(left, put_off, 0), rhythm, now)


def extension_seconds(match: Match) -> int:
    """Return the length of an extension: one turn, up to a limit."""
    return min(match.turn_seconds, policy.POLICY.extension_hours * HOUR)


def extend_clock(match: Match, seat: Seat, rhythm: Rhythm, now: datetime) -> None:
    """Extend the time for the awaited answer from now on. The caller makes sure that it had no extension before."""
    restart_clock(seat, extension_seconds(match), rhythm, now)
    seat.extended = True
    seat.save(update_fields=CLOCK_FIELDS)


def follow_hours_of(seat: Seat, rhythm: Rhythm, now: datetime) -> bool:
    """Recalculate a running deadline after its player's hours changed. Return True if it moved.

    A change never leaves less than the fair time if there was as much before.
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
    """Return the end of the new quiet hours around a deadline, unless it was already moved as far as allowed.

    Without that limit, a player could avoid a deadline forever by moving their quiet hours ahead of it.
    """
    over = quiet_end(fair, rhythm)
    if over == fair:
        return fair
    seat.pushed_from = seat.pushed_from or fair
    latest = seat.pushed_from + timedelta(hours=hour_bounds.HABITS.quiet_hours_most)
    return over if over <= latest else fair
