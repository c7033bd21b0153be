"""Resolve rounds: the only place where a match's state changes."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction

from engine import SeededChance
from engine import Step as RulesStep
from engine.log import LoggedAnswer, LoggedStep, MatchRecord, first_link
from engine.origin import origin_note
from engine.replay import play_on
from foundation.kept_queries import KeptQuery, given
from foundation.rows import save_rows
from foundation.vault import unseal
from matches import queue
from matches.clocks.attendance import IN_PERSON, count_attendance
from matches.clocks.deadlines import ALWAYS
from matches.clocks.seat_clocks import CLOCK_FIELDS, rhythms_of, start_clock, stop_clock
from matches.conditional_moves.apply import (
    Used,
    carry_books_on,
    conditional_answers,
    delete_books,
    notify_conditional_answers,
    open_books,
    seats_with_books,
)
from matches.live import push_match
from matches.log.chain import seed_of, write_step
from matches.log.sealed_answers import Opened, decided_at, open_answer
from matches.log.seeds import beacon_of
from matches.log.states import game_of, options_of, state_of
from matches.models import Answer, Match, Seat
from matches.notices import notify_match_over, schedule_turns, withdraw_turns
from matches.rounds.anonymity import draw_seats
from matches.rounds.standing import set_rated_places
from matches.signals import match_begun, match_over, outcome_changed

MOST_IN_ONE_GO = 40
"""The most rounds that conditional moves resolve in one transaction; later ones wait for the next."""

LOCKED = KeptQuery(lambda: Match.objects.select_for_update().filter(pk=given("match")))
ANSWERS = KeptQuery(lambda: Answer.objects.filter(match=given("match"), step=given("step")))

MATCH_CHANGES = ["status", "sealed_state", "step", "head", "stage", "result", "outcome", "moved_at", "ended_at"]
SEAT_CHANGES = ["awaited", *CLOCK_FIELDS, "timeouts_in_row", "place", "rated_place"]


def lock_match(match_id: int) -> Match:
    """Lock a match until the transaction ends. Raises `Match.DoesNotExist`."""
    return LOCKED.get(match=match_id)


def begin_match(*, match: Match, now: datetime) -> None:
    """Set up a locked, full match and ask for the first answers."""
    seats = draw_seats(match)
    seed = seed_of(match, seats)
    chance = SeededChance(seed, 0)
    game, origin = game_of(match), unseal(match.sealed_origin, MatchRecord) if match.sealed_origin else None
    result = play_on(game, origin, chance) if origin else game.initial_state(match.players, options_of(match), chance)
    match.status = Match.Status.RUNNING
    match.started_at = now
    match.head = first_link(
        game=match.game,
        rules_version=match.rules_version,
        options=match.options,
        contributions=[seat.contribution for seat in seats],
        commitments=[seat.commitment for seat in seats],
        seed_hash=match.seed_hash,
        beacon=beacon_of(match),
    )
    match.sealed_origin = None  # the setup holds it from now on
    _record(match, seats, seed, "setup", (), chance, result, now, note=origin_note(origin) if origin else {})
    match_begun.send(sender=Match, match=match, now=now)
    open_books(match)
    push_match(match)


def resolve_round(*, match_id: int, now: datetime) -> bool:
    """Resolve the open round if every awaited seat has an answer or a conditional move. Return True if it did.

    Further rounds that conditional moves can answer alone are resolved in the same call.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        resolved = 0
        while resolved < MOST_IN_ONE_GO and (more := _resolve_if_complete(match, now)) is not None:
            resolved += 1
            if not more:
                break
        if resolved:
            push_match(match)
        if resolved == MOST_IN_ONE_GO:
            queue.enqueue_resolve_round(match.pk)
        return resolved > 0


def _resolve_if_complete(match: Match, now: datetime) -> bool | None:
    """Resolve a complete round. Return whether conditional moves may answer the next, or None if it was incomplete."""
    if match.status != Match.Status.RUNNING:
        return None
    seats = seats_with_books(match)
    answers = {answer.seat_id: answer for answer in ANSWERS.rows(match=match.pk, step=match.next_step)}
    asked = [seat for seat in seats if seat.awaited]
    answered_ahead = conditional_answers(match, [seat for seat in asked if seat.pk not in answers], now)
    if answered_ahead is None:
        return None
    by_conditional_move, used = answered_ahead
    by_hand = {seat.number: answers[seat.pk] for seat in asked if seat.pk in answers}
    return resolve_locked(match, seats, {**by_hand, **by_conditional_move}, now, used)


def resolve_locked(
    match: Match, seats: list[Seat], answers: Mapping[int, Answer], now: datetime, used: Used | None = None
) -> bool:
    """Apply the answers of a locked match, together and for good.

    `used` holds the conditional moves behind them. Return True if a seat that is asked next has conditional moves.
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
    # Stop the clocks of all who answered, and count the turns that people took in time.
    rhythms = rhythms_of(match, seats, now) if match.increment_seconds else {}
    in_time = {seat.number for seat in seats if not seat.missed}
    taken = {number for number in in_time & set(contents) if contents[number].answered_by in IN_PERSON}
    for seat in seats:
        if answer := answers.get(seat.number):
            rhythm = rhythms.get(seat.number, ALWAYS)
            at = decided_at(answer, contents[seat.number])
            stop_clock(match, seat, rhythm, at, missed=seat.number not in taken)
    count_attendance(seats=[seat for seat in seats if seat.number in taken], outcome="answered", now=now)
    _record(match, seats, seed, "round", entries, chance, result, now)
    match.answers.all().delete()
    by_conditional_move = {
        number: content for number, content in contents.items() if content.answered_by == "conditional_move"
    }
    decided = {number: decided_at(answers[number], content) for number, content in by_conditional_move.items()}
    notify_conditional_answers(match, seats, decided, step)
    return carry_books_on(match, seats, step=step, asked=set(joint), used=used or {}, state=result.state)


def _entry(number: int, answer: Answer, content: Opened, *, shown: bool, action: Any) -> LoggedAnswer:
    """Return the log entry of an answer, without the action if it came to nothing."""
    raw, by = msgspec.to_builtins(action), content.answered_by
    if not shown:
        return LoggedAnswer(player=number, action=raw, by=by)
    return LoggedAnswer(player=number, action=raw, by=by, nonce=content.nonce, commitment=answer.commitment)


def _record(
    match: Match,
    seats: list[Seat],
    seed: bytes,
    kind: str,
    answers: tuple[LoggedAnswer, ...],
    chance: SeededChance,
    result: RulesStep[Any],
    now: datetime,
    note: dict[str, Any] | None = None,
) -> None:
    """Write a step and everything that follows from its state."""
    entry = LoggedStep(
        number=match.next_step,
        kind=kind,
        at=now.isoformat(),
        answers=answers,
        draws=tuple(chance.draws),
        events=tuple(msgspec.to_builtins(list(result.events))),
        note=note or {},
    )
    write_step(match=match, entry=entry, seed=seed, state=result.state, now=now)
    ask_seats(match=match, seats=seats, state=result.state, now=now)
    if kind == "round":
        save_rows([match], MATCH_CHANGES)
    else:
        match.save()
    if match.is_over:
        delete_books(match)
        match_over.send(sender=Match, match=match, now=now)


def ask_seats(*, match: Match, seats: list[Seat], state: Any, now: datetime) -> None:
    """Mark the seats that a state asks, or end the match. Lock the match first and save it afterwards."""
    game = game_of(match)
    public = game.observation(state, None)
    match.stage = game.wording.stage(public)
    asked = game.current_players(state)
    rhythms = rhythms_of(match, [seat for seat in seats if seat.number in asked], now)
    for seat in seats:
        seat.awaited = seat.number in asked
        seat.asked_at = seat.deadline = None
        if seat.awaited:
            start_clock(match, seat, rhythms.get(seat.number, ALWAYS), now)
    if not asked:
        match.status = Match.Status.FINISHED
        match.ended_at = now
        match.outcome += 1
        match.result = game.wording.result(public)
        for seat, place in zip(seats, game.places(state) or (), strict=True):
            seat.place = place
        set_rated_places(seats)
    save_rows(seats, SEAT_CHANGES)
    # Even for seats asked again: conditional moves were never sealed, so their notices are still pending.
    withdraw_turns(match=match, seats=seats, now=now)
    schedule_turns(match=match, seats=[seat for seat in seats if seat.awaited], game=game, state=state, now=now)
    if not asked:
        notify_match_over(match=match, game=game, seats=seats, now=now)
        outcome_changed.send(sender=Match, match=match)
    if any(seat.awaited and seat.played_by_bot for seat in seats):
        queue.enqueue_play_bots(match.pk)
