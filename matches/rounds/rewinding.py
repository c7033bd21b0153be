"""Take a running or ended match back to an earlier step. The log only grows: the steps since stay and no longer count.

Step numbers keep growing, so chance is fresh; undrawn piles are reshuffled, since players have
seen what came. Sealed answers and conditional moves are dropped, as they were meant for another position.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from engine import SeededChance
from engine.log import REWOUND, LoggedStep
from engine.replay import rewind
from matches.conditional_moves.apply import create_books, write_books
from matches.conditional_moves.book import open_book
from matches.log.chain import seed_of, write_step
from matches.log.seeds import go_on_to_next_seed
from matches.log.states import game_of, state_after
from matches.models import ConditionalBook, Match, Seat, Step
from matches.notices import withdraw_turns
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
    "turn_missed": False,
    "timeouts_in_row": 0,
}
"""The fields to reset. Stand-ins stay until their players return, and excuses stay spent."""


def rewind_locked(*, match: Match, seats: list[Seat], to: int, note: Mapping[str, Any], now: datetime) -> Step:
    """Run a locked match again from its state after step `to`. The caller has checked that it can, and saves it."""
    content = {**note, "to": to}
    if match.status == Status.FINISHED:
        content["seed_hash"] = go_on_to_next_seed(match)
    seed, number = seed_of(match, seats), match.next_step
    chance = SeededChance(seed, number)
    state = rewind(game_of(match), state_after(match, to), chance)
    entry = LoggedStep(number=number, kind=REWOUND, at=now.isoformat(), draws=tuple(chance.draws), note=content)
    _drop_sealed(match, seats, now)
    _run_again(match, seats)
    if to + 1 < number:
        match.taken_back = [*match.taken_back, [to + 1, number - 1]]
    step = write_step(match=match, entry=entry, seed=seed, state=state, now=now)
    ask_seats(match=match, seats=seats, state=state, now=now)
    return step


def _drop_sealed(match: Match, seats: list[Seat], now: datetime) -> None:
    match.answers.all().delete()
    if match.is_over:
        create_books(match)  # they went with the end
    else:
        rows = {row.seat_id: open_book(row) for row in ConditionalBook.objects.filter(seat__match=match)}
        empty = {
            key: msgspec.structs.replace(book, moves=(), version=book.version + bool(book.moves))
            for key, book in rows.items()
        }
        write_books({match.pk: empty})
    withdraw_turns(match=match, seats=seats, now=now)


def _run_again(match: Match, seats: list[Seat]) -> None:
    """Set the match to running; ratings and ladders undo the results of its end."""
    if match.ended_at is not None:
        match.outcome += 1
        outcome_changed.send(sender=Match, match=match)
    match.status, match.ended_at, match.paused_at, match.pause_reason = Status.RUNNING, None, None, ""
    match.result, match.voided, match.adjusted = "", False, False
    match.vote, match.vote_step, match.vote_at, match.vote_agreed = "", None, None, []
    for seat in seats:
        for name, value in SEATS_AFRESH.items():
            setattr(seat, name, value)
