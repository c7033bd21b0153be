"""Play a round: work out from its answers all that it changes, and write nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from engine import Player, SeededChance
from engine import Step as RulesStep
from engine.log import LoggedAnswer, LoggedStep
from matches.clocks.attendance import IN_PERSON
from matches.clocks.deadlines import ALWAYS
from matches.clocks.seat_clocks import DaysOff, rhythms_of, stop_clock
from matches.conditional_moves.apply import Used, books_after
from matches.conditional_moves.book import Book
from matches.log.chain import new_step, seed_of
from matches.log.sealed_answers import Opened, decided_at, open_answer
from matches.log.states import game_of, state_of
from matches.models import Answer, Match, Seat, Step
from matches.rounds.turns import NewTurns, begin_turns


@dataclass(frozen=True)
class PlayedRound:
    """A round that was played. Its changes are set in the rows of its match, but not written."""

    match: Match
    seats: Sequence[Seat]
    step: Step
    taken: Sequence[Seat]
    """The seats whose players answered in time."""
    turns: NewTurns
    by_conditional_move: Mapping[Player, datetime]
    """When each seat that a conditional move answered for had decided."""
    books: Mapping[int, Book]
    """The books of conditional moves after the round, by seat, if any changed."""
    more: bool
    """True if a seat that is asked next has conditional moves."""


def play_round(
    match: Match,
    seats: Sequence[Seat],
    answers: Mapping[Player, Answer],
    used: Used,
    now: datetime,
    *,
    days_off: DaysOff | None = None,
) -> PlayedRound:
    """Apply the answers of a locked match together.

    `used` holds the conditional moves behind them, `days_off` the vacations of the players, if they are known.
    """
    game, state, step = game_of(match), state_of(match), match.next_step
    contents = {number: open_answer(answers[number]) for number in sorted(answers)}
    joint = {number: game.action_from(content.action) for number, content in contents.items()}
    effective = game.effective_actions(state, joint)
    entries = tuple(
        _entry(number, answers[number], contents[number], shown=action == joint[number], action=action)
        for number, action in effective.items()
    )
    seed = seed_of(match, seats)
    chance = SeededChance(seed, step)
    result = game.apply(state, effective, chance)
    # Stop the clocks of all who answered, and note the turns that people took in time.
    rhythms = rhythms_of(match, seats, now, days_off) if match.increment_seconds else {}
    in_time = {seat.number for seat in seats if not seat.turn_missed}
    taken = {number for number in in_time & set(contents) if contents[number].answered_by in IN_PERSON}
    for seat in seats:
        if answer := answers.get(seat.number):
            rhythm = rhythms.get(seat.number, ALWAYS)
            at = decided_at(answer, contents[seat.number])
            stop_clock(match, seat, rhythm, at, missed=seat.number not in taken)
    entry = logged_step(match, "round", entries, chance, result, now)
    written = new_step(match=match, entry=entry, seed=seed, state=result.state, now=now)
    turns = begin_turns(match=match, seats=seats, state=result.state, now=now, days_off=days_off)
    books, more = books_after(match, seats, step=step, asked=set(joint), used=used, state=result.state)
    return PlayedRound(
        match=match,
        seats=seats,
        step=written,
        taken=[seat for seat in seats if seat.number in taken],
        turns=turns,
        by_conditional_move={
            number: decided_at(answers[number], content)
            for number, content in contents.items()
            if content.answered_by == "conditional_move"
        },
        books=books,
        more=more,
    )


def _entry(number: int, answer: Answer, content: Opened, *, shown: bool, action: Any) -> LoggedAnswer:
    """Return the log entry of an answer, without the action if it came to nothing."""
    raw, by = msgspec.to_builtins(action), content.answered_by
    if not shown:
        return LoggedAnswer(player=number, action=raw, by=by)
    return LoggedAnswer(player=number, action=raw, by=by, nonce=content.nonce, commitment=answer.commitment)


def logged_step(
    match: Match,
    kind: str,
    answers: tuple[LoggedAnswer, ...],
    chance: SeededChance,
    result: RulesStep[Any],
    now: datetime,
    *,
    note: dict[str, Any] | None = None,
) -> LoggedStep:
    """Return the entry of the log for the next step of a match."""
    return LoggedStep(
        number=match.next_step,
        kind=kind,
        at=now.isoformat(),
        answers=answers,
        draws=tuple(chance.draws),
        events=tuple(msgspec.to_builtins(list(result.events))),
        note=note or {},
    )
