"""Rewind a match to an earlier step. The log only grows: the steps since stay in it but no longer count.

Step numbers keep growing, so chance is fresh; undrawn piles are reshuffled, since players have
seen what came. Sealed answers and conditional moves are dropped, as they were meant for another position.
"""

from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.db import transaction

from engine import SeededChance
from engine.log import REWOUND, LoggedStep
from engine.replay import rewind
from foundation.errors import Refused
from matches.conditional_moves.apply import open_books, write_books
from matches.conditional_moves.book import open_book
from matches.interventions.steps import Note, refuse_unless
from matches.live import push_match
from matches.log.chain import seed_of, write_step
from matches.log.seeds import go_on_to_next_seed
from matches.log.states import game_of, state_after
from matches.models import ConditionalBook, Match, Seat, Step
from matches.notices import withdraw_turns
from matches.rounds.resolve import lock_match
from matches.rounds.turns import ask_seats
from matches.signals import outcome_changed

Status = Match.Status
SEATS_AFRESH = {
    "place": None,
    "rated_place": None,
    "bank_seconds": None,
    "bank_aside": None,
    "pushed_from": None,
    "extended": False,
    "missed": False,
    "timeouts_in_row": 0,
}
"""The fields to reset. Stand-ins stay until their players return, and excuses stay spent."""


@dataclass(frozen=True)
class Rewound:
    """The result of a rewind."""

    match: Match
    step: Step
    was: str
    """The match's status before."""


def rewind_match(*, match_id: int, to: int, note: Note, now: datetime) -> Rewound:
    """Continue a match, even an ended one, from its state after step `to`. A paused match stays paused.

    Raises `Refused` and `Stale`.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        refuse_unless(match, Status.RUNNING, Status.PAUSED, Status.FINISHED, Status.CALLED_OFF)
        goes_on = match.status in (Status.RUNNING, Status.PAUSED)
        if match.step < 0 or not 0 <= to <= match.step - goes_on or match.was_taken_back(to):
            raise Refused("no_such_step", "Name an earlier step of the match that was not taken back.")
        if not game_of(match).current_players(state_after(match, to)):
            raise Refused("match_over_then", "The match was over after this step. Name an earlier one.")
        was, paused_for = match.status, match.pause_reason
        seats = list(match.seats.select_related("user", "conditional_book"))
        content = {**note, "to": to}
        if was == Status.FINISHED:
            content["seed_hash"] = go_on_to_next_seed(match)
        seed, number = seed_of(match, seats), match.next_step
        chance = SeededChance(seed, number)
        state = rewind(game_of(match), state_after(match, to), chance)
        draws = tuple(chance.draws)
        entry = LoggedStep(number=number, kind=REWOUND, at=now.isoformat(), draws=draws, note=content)
        _drop_sealed(match, seats, now)
        _run_again(match, seats)
        if to + 1 < number:
            match.taken_back = [*match.taken_back, [to + 1, number - 1]]
        step = write_step(match=match, entry=entry, seed=seed, state=state, now=now)
        ask_seats(match=match, seats=seats, state=state, now=now)
        if was == Status.PAUSED and paused_for:
            # It stays paused, with full clocks for the step.
            match.status, match.paused_at, match.pause_reason = Status.PAUSED, now, paused_for
            withdraw_turns(match=match, seats=seats, now=now)
        match.save()
        push_match(match)
    return Rewound(match, step, was)


def _drop_sealed(match: Match, seats: list[Seat], now: datetime) -> None:
    match.answers.all().delete()
    if match.is_over:
        open_books(match)  # they went with the end
    else:
        rows = {row.seat_id: open_book(row) for row in ConditionalBook.objects.filter(seat__match=match)}
        write_books(
            {
                key: msgspec.structs.replace(book, moves=(), version=book.version + bool(book.moves))
                for key, book in rows.items()
            }
        )
    withdraw_turns(match=match, seats=seats, now=now)


def _run_again(match: Match, seats: list[Seat]) -> None:
    """Set the match to running; ratings and ladders undo the results of its end."""
    if match.ended_at is not None:
        match.outcome += 1
        outcome_changed.send(sender=Match, match=match)
    match.status, match.ended_at, match.paused_at, match.pause_reason = Status.RUNNING, None, None, ""
    match.result, match.voided, match.adjusted = "", False, False
    match.vote, match.vote_at, match.vote_agreed = "", None, []
    for seat in seats:
        for name, value in SEATS_AFRESH.items():
            setattr(seat, name, value)
