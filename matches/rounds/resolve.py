"""Resolving rounds: the one place where a match's state changes."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction

from games import hints, push
from games.clocks import ALWAYS
from games.engine import AnyGame, game_of, options_of, state_of
from games.models import Answer, Match, Seat
from games.rules.core import SeededChance
from games.rules.core import Step as RulesStep
from games.rules.core.log import LoggedAnswer, LoggedStep, first_link
from games.sealing import Opened, decided_at, opened
from games.services.anonymity import seats_drawn
from games.services.attendance import IN_PERSON, attendance_count
from games.services.chain import seed_of, step_write
from games.services.clocks import CLOCK_FIELDS, clock_start, clock_stop, rhythms_of
from games.services.notices import match_over, seats_asked, seats_done
from games.services.planned import Used, answers_planned, plans_go_on, plans_open, plans_told
from games.services.standing import rated_places_set
from games.signals import match_begun
from games.signals import match_over as match_is_over

MOST_IN_ONE_GO = 40
"""Rounds that plans resolve in one transaction; what follows waits for the next."""

SEAT_CHANGES = ["awaited", *CLOCK_FIELDS, "missed_in_row", "place", "rated_place"]


def match_locked(match_id: int) -> Match:
    """Fetch a match and hold its lock until the transaction ends. Raises `Match.DoesNotExist`."""
    return Match.objects.select_for_update().get(pk=match_id)


def match_begin(*, match: Match, now: datetime) -> None:
    """Set a locked, full match up and ask for the first answers."""
    seats = seats_drawn(match)
    seed = seed_of(match, seats)
    chance = SeededChance(seed, 0)
    result = game_of(match).initial_state(match.players, options_of(match), chance)
    match.status = Match.Status.RUNNING
    match.started_at = now
    match.head = first_link(
        game=match.game,
        rules_version=match.rules_version,
        options=match.options,
        contributions=[seat.contribution for seat in seats],
        seed_hash=match.seed_hash,
    )
    _record(match, seats, seed, "setup", (), chance, result, now)
    match_begun.send(sender=Match, match=match, now=now)
    plans_open(match)
    table_told(match)


def round_resolve(*, match_id: int, now: datetime) -> bool:
    """Resolve the open round if every awaited seat has answered or has a plan that does; tell whether it was.

    Rounds that plans can answer alone follow in the same go.
    """
    with transaction.atomic():
        match = match_locked(match_id)
        resolved = 0
        while resolved < MOST_IN_ONE_GO and (more := _resolve_if_complete(match, now)) is not None:
            resolved += 1
            if not more:
                break
        if resolved:
            table_told(match)
        if resolved == MOST_IN_ONE_GO:
            hints.match_maybe_ready(match.pk)
        return resolved > 0


def table_told(match: Match) -> None:
    """Tell the pages of everyone at a table that it has moved."""
    push.table_moved(match.pk, [user_id for user_id in match.seats.values_list("user_id", flat=True) if user_id])


def _resolve_if_complete(match: Match, now: datetime) -> bool | None:
    """Resolve a complete round; tell whether plans may answer the next, or None if nothing was resolved."""
    if match.status != Match.Status.RUNNING:
        return None
    seats = list(match.seats.select_related("user", "plan"))
    answers = {answer.seat_id: answer for answer in match.answers.filter(step=match.next_step)}
    asked = [seat for seat in seats if seat.awaited]
    planned = answers_planned(match, [seat for seat in asked if seat.pk not in answers], now)
    if planned is None:
        return None
    by_plan, used = planned
    by_hand = {seat.number: answers[seat.pk] for seat in asked if seat.pk in answers}
    return resolve_locked(match, seats, {**by_hand, **by_plan}, now, used)


def resolve_locked(
    match: Match, seats: list[Seat], answers: Mapping[int, Answer], now: datetime, used: Used | None = None
) -> bool:
    """Let the answers of a locked match take effect: once, together, for good.

    `used` names the rules of those that plans gave. Tell whether a seat that is asked next has a plan.
    """
    game, state, step = game_of(match), state_of(match), match.next_step
    contents = {number: opened(answers[number]) for number in sorted(answers)}
    joint = {number: game.action_from(content.action) for number, content in contents.items()}
    effective = game.carried_out(state, joint)
    entries = tuple(
        _entry(number, answers[number], contents[number], shown=action == joint[number], action=action)
        for number, action in effective.items()
    )
    seed = seed_of(match, seats)
    chance = SeededChance(seed, step)
    result = game.apply(state, effective, chance)
    _stop_clocks(match, seats, answers, contents, now)
    _record(match, seats, seed, "round", entries, chance, result, now)
    match.answers.all().delete()
    by_plan = {number: content for number, content in contents.items() if content.answered_by == "plan"}
    decided = {number: decided_at(answers[number], content) for number, content in by_plan.items()}
    plans_told(match, seats, decided, step)
    return plans_go_on(match, seats, step=step, asked=set(joint), used=used or {}, state=result.state)


def _stop_clocks(
    match: Match, seats: list[Seat], answers: Mapping[int, Answer], contents: Mapping[int, Opened], now: datetime
) -> None:
    """Stop the clocks of all who answered, and count the turns that people took in time."""
    rhythms = rhythms_of(match, seats, now) if match.increment_seconds else {}
    in_time = {seat.number for seat in seats if not seat.missed}
    taken = {number for number in in_time & set(contents) if contents[number].answered_by in IN_PERSON}
    for seat in seats:
        if answer := answers.get(seat.number):
            rhythm = rhythms.get(seat.number, ALWAYS)
            decided = decided_at(answer, contents[seat.number])
            clock_stop(match, seat, rhythm, decided, missed=seat.number not in taken)
    attendance_count(seats=[seat for seat in seats if seat.number in taken], outcome="answered", now=now)


def _entry(number: int, answer: Answer, content: Opened, *, shown: bool, action: Any) -> LoggedAnswer:
    """The log's line for an answer; one that came to nothing is never shown."""
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
) -> None:
    """Write a step, then what follows from the state after it."""
    entry = LoggedStep(
        number=match.next_step,
        kind=kind,
        at=now.isoformat(),
        answers=answers,
        draws=tuple(chance.draws),
        events=tuple(msgspec.to_builtins(list(result.events))),
    )
    step_write(match=match, entry=entry, seed=seed, state=result.state, now=now)
    seats_ask(match=match, seats=seats, state=result.state, now=now)
    match.save()
    if match.is_over:
        match_is_over.send(sender=Match, match=match, now=now)


def seats_ask(*, match: Match, seats: list[Seat], state: Any, now: datetime) -> None:
    """Mark the seats that a state asks, or end the match. The match must be locked; its caller saves it."""
    game = game_of(match)
    public = game.observation(state, None)
    match.stage = game.wording.stage(public)
    asked = game.current_players(state)
    rhythms = rhythms_of(match, [seat for seat in seats if seat.number in asked], now)
    for seat in seats:
        seat.awaited = seat.number in asked
        seat.asked_at = seat.deadline = None
        if seat.awaited:
            clock_start(match, seat, rhythms.get(seat.number, ALWAYS), now)
    if not asked:
        _end(match, seats, game, state, now)
    Seat.objects.bulk_update(seats, SEAT_CHANGES)
    # Also of who is asked again: what a plan answered was never sealed, so nothing has withdrawn its notices.
    seats_done(match=match, seats=seats, now=now)
    seats_asked(match=match, seats=[seat for seat in seats if seat.awaited], game=game, state=state, now=now)
    if not asked:
        match_over(match=match, game=game, seats=seats, now=now)
        hints.match_ended(match.pk)
    if any(seat.awaited and seat.played_by_bot for seat in seats):
        hints.bots_to_move(match.pk)


def _end(match: Match, seats: list[Seat], game: AnyGame, state: Any, now: datetime) -> None:
    match.status = Match.Status.FINISHED
    match.ended_at = now
    match.outcome += 1
    match.result = game.wording.result(game.observation(state, None))
    for seat, place in zip(seats, game.places(state) or (), strict=True):
        seat.place = place
    rated_places_set(seats)
