"""A moderator's rewind of a match to an earlier step: see `matches.rounds.rewinding`."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from foundation.errors import Refused
from matches.interventions.steps import Note, refuse_unless
from matches.live import push_match
from matches.log.states import game_of, state_after
from matches.models import Match, Step
from matches.notices import withdraw_turns
from matches.rounds.resolve import lock_match
from matches.rounds.rewinding import rewind_locked

Status = Match.Status


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
        step = rewind_locked(match=match, seats=seats, to=to, note=note, now=now)
        if was == Status.PAUSED and paused_for:
            # It stays paused, with full clocks for the step.
            match.status, match.paused_at, match.pause_reason = Status.PAUSED, now, paused_for
            withdraw_turns(match=match, seats=seats, now=now)
        match.save()
        push_match(match)
    return Rewound(match, step, was)
