"""The turns that follow from a state: which seats are asked, by when, and what their players are told."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from foundation.language import read_by_operators
from foundation.rows import Write, changes
from matches import queue
from matches.clocks.deadlines import ALWAYS
from matches.clocks.seat_clocks import CLOCK_FIELDS, DaysOff, rhythms_of, start_clock
from matches.log.states import game_of
from matches.models import Match, Seat
from matches.notices import TurnNotices, new_turn_notices, notify_match_over, write_turn_notices
from matches.rounds.rated_places import set_rated_places
from matches.signals import outcome_changed

SEAT_CHANGES = ["awaited", *CLOCK_FIELDS, "timeouts_in_row", "place", "rated_place"]


@dataclass(frozen=True)
class NewTurns:
    """The turns of a match that begin, or its end. They are set in its rows, but not written."""

    match: Match
    seats: Sequence[Seat]
    notices: TurnNotices


def ask_seats(*, match: Match, seats: Sequence[Seat], state: Any, now: datetime) -> None:
    """Mark the seats that a state asks, or end the match. Lock the match first and save it afterwards."""
    write_turns([begin_turns(match=match, seats=seats, state=state, now=now)], now=now)


def begin_turns(
    *, match: Match, seats: Sequence[Seat], state: Any, now: datetime, days_off: DaysOff | None = None
) -> NewTurns:
    """Set in the rows of a locked match which seats its state asks, or that it ends. Nothing is written.

    `days_off`: the vacations of the players, if they are known.
    """
    game = game_of(match)
    public = game.observation(state, None)
    with read_by_operators():
        match.stage = game.wording.stage(public)
    asked = game.current_players(state)
    rhythms = rhythms_of(match, [seat for seat in seats if seat.number in asked], now, days_off)
    for seat in seats:
        seat.awaited = seat.number in asked
        seat.asked_at = seat.deadline = None
        if seat.awaited:
            start_clock(match, seat, rhythms.get(seat.number, ALWAYS), now)
    match.bots_asked_at = now if any(seat.awaited and seat.played_by_bot for seat in seats) else None
    if not asked:
        match.status = Match.Status.FINISHED
        match.ended_at = now
        match.outcome += 1
        with read_by_operators():
            match.result = game.wording.result(public)
        for seat, place in zip(seats, game.places(state) or (), strict=True):
            seat.place = place
        set_rated_places(seats)
    return NewTurns(match, seats, new_turn_notices(match=match, seats=seats, game=game, state=state, now=now))


def write_turns(begun: Sequence[NewTurns], *, now: datetime, along: Sequence[Write] = ()) -> None:
    """Write the seats and notices of turns that begin, of one match or of many. Their matches are locked.

    `along`: what is written in the same round trip.
    """
    asked = changes([seat for turns in begun for seat in turns.seats], SEAT_CHANGES, within=["match"])
    write_turn_notices([turns.notices for turns in begun], now=now, along=[*along, *asked])
    for turns in begun:
        match, seats = turns.match, turns.seats
        if match.status == Match.Status.FINISHED:
            notify_match_over(match=match, game=game_of(match), seats=seats, now=now)
            outcome_changed.send(sender=Match, match=match)
        if match.bots_asked_at:
            queue.enqueue_play_bots(match.pk)
