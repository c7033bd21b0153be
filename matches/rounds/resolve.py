"""Resolve rounds: the only place where a match's state changes."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction

from engine import Chance, SeededChance
from engine import Step as Played
from engine.log import first_link
from engine.origin import Beginning, origin_note
from engine.replay import rewind
from foundation.rows import Write, changes, is_among, strict_insertion
from foundation.vault import unseal
from matches import live, queue
from matches.clocks.attendance import attendance
from matches.conditional_moves.apply import (
    Used,
    conditional_answers,
    create_books,
    delete_books,
    notify_conditional_answers,
    write_books,
)
from matches.log.chain import seed_of, write_step
from matches.log.seeds import beacon_of
from matches.log.states import game_of, options_of
from matches.models import Answer, Match, Seat
from matches.rounds.anonymity import draw_seats
from matches.rounds.locking import OpenRound, lock_round, open_round_of
from matches.rounds.play import PlayedRound, logged_step, play_round
from matches.rounds.turns import ask_seats, write_turns
from matches.signals import match_begun, match_over

MOST_IN_ONE_GO = 40
"""The most rounds that conditional moves resolve in one transaction; later ones wait for the next."""

MATCH_CHANGES = [
    "status",
    "sealed_state",
    "step",
    "head",
    "stage",
    "result",
    "outcome",
    "moved_at",
    "ended_at",
    "bots_asked_at",
]


def begin_match(*, match: Match, now: datetime) -> None:
    """Set up a locked, full match and ask for the first answers."""
    seats = draw_seats(match)
    seed = seed_of(match, seats)
    chance = SeededChance(seed, 0)
    start = unseal(match.sealed_origin, Beginning) if match.sealed_origin else None
    result = _first_position(match, start, chance)
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
    note = origin_note(start.record) if start else None
    entry = logged_step(match, "setup", (), chance, result, now, note=note)
    write_step(match=match, entry=entry, seed=seed, state=result.state, now=now)
    ask_seats(match=match, seats=seats, state=result.state, now=now)
    match.save()
    _close_if_over(match, now)
    match_begun.send(sender=Match, match=match, now=now)
    create_books(match)
    live.push_match(match)


def _first_position(match: Match, start: Beginning | None, chance: Chance) -> Played[Any]:
    """Return where a match begins: by the rules, or where another one stood, with the undrawn pieces reshuffled."""
    game = game_of(match)
    if start is None:
        return game.initial_state(match.players, options_of(match), chance)
    return Played(rewind(game, msgspec.json.decode(start.state, type=game.State), chance), ())


def resolve_round(*, match_id: int, now: datetime) -> bool:
    """Resolve the open round if every awaited seat has an answer or a conditional move. Return True if it did.

    Further rounds that conditional moves can answer alone are resolved in the same call.
    """
    with transaction.atomic():
        open_round = lock_round(match_id)
        resolved = 0
        while resolved < MOST_IN_ONE_GO and (more := _resolve_if_complete(open_round, now)) is not None:
            resolved += 1
            if not more:
                break
            open_round = open_round_of(open_round.match)
        if resolved == MOST_IN_ONE_GO:
            queue.enqueue_resolve_round(match_id)
        return resolved > 0


def _resolve_if_complete(open_round: OpenRound, now: datetime) -> bool | None:
    """Resolve a complete round. Return True if conditional moves may answer the next, None if it was incomplete."""
    match, seats, sealed = open_round
    if match.status != Match.Status.RUNNING:
        return None
    complete = complete_answers(match, seats, sealed, now)
    return None if complete is None else resolve_locked(match, seats, *complete, now)


def complete_answers(
    match: Match, seats: Sequence[Seat], sealed: Sequence[Answer], now: datetime
) -> tuple[dict[int, Answer], Used] | None:
    """Return the answers of every awaited seat, sealed or by conditional moves, or None if any is missing.

    Also return the conditional moves behind them.
    """
    answers = {answer.seat_id: answer for answer in sealed}
    asked = [seat for seat in seats if seat.awaited]
    answered_ahead = conditional_answers(match, [seat for seat in asked if seat.pk not in answers], now)
    if answered_ahead is None:
        return None
    by_conditional_move, used = answered_ahead
    by_hand = {seat.number: answers[seat.pk] for seat in asked if seat.pk in answers}
    return {**by_hand, **by_conditional_move}, used


def resolve_locked(
    match: Match, seats: Sequence[Seat], answers: Mapping[int, Answer], used: Used, now: datetime
) -> bool:
    """Apply the answers of a locked match, together and for good.

    `used` holds the conditional moves behind them. Return True if a seat that is asked next has conditional moves.
    """
    played = play_round(match, seats, answers, used, now)
    write_rounds([played], now=now)
    return played.more


def write_rounds(played: Sequence[PlayedRound], *, now: datetime) -> None:
    """Write rounds that were played, of one match or of many, and all that follows. Their matches are locked."""
    if not played:
        return
    matches = [one.match for one in played]
    rounds = [
        *attendance(seats=[seat for one in played for seat in one.taken], outcome="answered", now=now),
        strict_insertion([one.step for one in played]),
        *changes(matches, MATCH_CHANGES),
        _removal_of_answers(matches),
    ]
    write_turns([one.turns for one in played], now=now, along=rounds)
    write_books({one.match.pk: one.books for one in played})
    for one in played:
        _close_if_over(one.match, now)
        notify_conditional_answers(one.match, one.seats, one.by_conditional_move, one.step.number)
    live.push_matches({one.match.pk: [seat.user_id for seat in one.seats if seat.user_id] for one in played})


def _removal_of_answers(matches: Sequence[Match]) -> Write:
    # Nothing points to an answer, so there is nothing for Django to look for first.
    those, values = is_among("match_id", [match.pk for match in matches])
    return Write(f"DELETE FROM matches_answer WHERE {those}", values)  # noqa: S608


def _close_if_over(match: Match, now: datetime) -> None:
    if match.is_over:
        delete_books(match)
        match_over.send(sender=Match, match=match, now=now)
