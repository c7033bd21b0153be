"""A moderator's rewind of a match to an earlier step: see `matches.rounds.rewinding`."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from engine.beacon import later_round
from engine.log import REWINDING
from foundation.errors import Refused
from matches.interventions.steps import Note, refuse_unless
from matches.live import push_match
from matches.log.chain import write_note_step
from matches.log.seeds import refuse_without_seed
from matches.log.states import game_of, state_after
from matches.models import Match, Step
from matches.notices import withdraw_turns
from matches.rounds.locking import lock_match
from matches.rounds.rewinding import rewind_locked

Status = Match.Status


@dataclass(frozen=True)
class Rewound:
    """The result of a rewind."""

    match: Match
    step: Step
    was: str
    """The match's status before."""
    was_at: int
    """The step at which it stood."""
    waits: bool = False
    """True if it has ended and is taken back as soon as a round of public randomness is known."""


def rewind_match(*, match_id: int, to: int, note: Note, now: datetime) -> Rewound:
    """Continue a match, even an ended one, from its state after step `to`. A paused match stays paused.

    One that has ended, at a table with public randomness, goes on when a round is known that is fixed now: see
    `matches.rounds.beacon`.

    Raises `Refused` and `Stale`.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        refuse_unless(match, *Match.GOING_ON, Status.FINISHED, Status.CALLED_OFF)
        goes_on = match.status in Match.GOING_ON
        if match.step < 0 or not 0 <= to <= match.step - goes_on or match.was_taken_back(to):
            raise Refused("no_such_step", gettext("Name an earlier step of the match that was not taken back."))
        if not game_of(match).current_players(state_after(match, to)):
            raise Refused("match_over_then", gettext("The match was over after this step. Name an earlier one."))
        if match.later_round is not None:
            raise Refused("taken_back_already", gettext("This match is being taken back. Wait until it goes on."))
        was, paused_for, was_at = match.status, match.pause_reason, match.step
        if was == Status.FINISHED and match.beacon:
            return Rewound(match, _announce(match, to, note, now), was, was_at, waits=True)
        seats = list(match.seats.select_related("user", "conditional_book"))
        step = rewind_locked(match=match, seats=seats, to=to, note=note, now=now)
        if was == Status.PAUSED and paused_for:
            # It stays paused, with full clocks for the step.
            match.status, match.paused_at, match.pause_reason = Status.PAUSED, now, paused_for
            withdraw_turns(match=match, seats=seats, now=now)
        match.save()
        push_match(match)
    return Rewound(match, step, was, was_at)


def _announce(match: Match, to: int, note: Note, now: datetime) -> Step:
    """Fix a round of public randomness: nobody knows yet how the match goes on."""
    refuse_without_seed(match)
    match.later_round = later_round(now)
    note = {**note, "to": to, "round": match.later_round}
    step = write_note_step(match=match, kind=REWINDING, note=note, now=now)
    match.save(update_fields=["later_round"])
    push_match(match)
    return step
