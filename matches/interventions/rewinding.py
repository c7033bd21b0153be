"""Taking a match back to an earlier step. The log only grows: what was played since stays in it, and counts no more.

Step numbers go on upward, so chance is fresh by itself; what lies in piles is shuffled anew, since players have
seen what came. Sealed answers and plans are dropped: they were meant for another position.
"""

from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.db import transaction

from games import hints
from games.engine import game_of, state_after
from games.models import Match, Plan, Seat, Step
from games.planbook import orders_of
from games.rules.core import SeededChance
from games.rules.core.log import REWOUND, LoggedStep
from games.rules.core.plans import Plan as RulesPlan
from games.rules.core.replay import rewound
from games.services.chain import seed_of, step_write
from games.services.errors import Refused
from games.services.moderated.interventions import Note, pages_told, refuse_unless
from games.services.notices import seats_done
from games.services.planned import plans_write
from games.services.rounds import match_locked, seats_ask
from games.services.seeds import seed_renew

Status = Match.Status
SEATS_AFRESH = {
    "place": None,
    "rated_place": None,
    "bank_seconds": None,
    "bank_aside": None,
    "pushed_from": None,
    "extended": False,
    "missed": False,
    "missed_in_row": 0,
}
"""What begins anew. Who was away still is: a stand-in stays until its player comes, and excuses stay spent."""


@dataclass(frozen=True)
class Rewound:
    """What became of it."""

    match: Match
    step: Step
    was: str
    """How the match stood before."""


def match_rewind(*, match_id: int, to: int, note: Note, now: datetime) -> Rewound:
    """Let a match go on from its state after step `to`, also one that was over; one that was paused stays so.

    Raises `Refused` and `Stale`.
    """
    with transaction.atomic():
        match = match_locked(match_id)
        refuse_unless(match, Status.RUNNING, Status.PAUSED, Status.FINISHED, Status.CALLED_OFF)
        _refuse_aim(match, to)
        was = match.status
        step = _take_back(match, list(match.seats.select_related("user", "plan")), to, note, now)
    return Rewound(match, step, was)


def _refuse_aim(match: Match, to: int) -> None:
    goes_on = match.status in (Status.RUNNING, Status.PAUSED)
    if match.step < 0 or not 0 <= to <= match.step - goes_on or match.was_taken_back(to):
        raise Refused("no_such_step", "Name an earlier step of the match that was not taken back.")
    if not game_of(match).current_players(state_after(match, to)):
        raise Refused("match_over_then", "The match was over after this step. Name an earlier one.")


def _take_back(match: Match, seats: list[Seat], to: int, note: Note, now: datetime) -> Step:
    said = {**note, "to": to}
    paused_for = match.pause_reason if match.status == Status.PAUSED else ""
    if match.status == Status.FINISHED:
        said["seed_hash"] = seed_renew(match)
    seed, number = seed_of(match, seats), match.next_step
    chance = SeededChance(seed, number)
    state = rewound(game_of(match), state_after(match, to), chance)
    draws = tuple(chance.draws)
    entry = LoggedStep(number=number, kind=REWOUND, at=now.isoformat(), draws=draws, note=said)
    _drop_what_was_sealed(match, seats, now)
    _run_again(match, seats)
    if to + 1 < number:
        match.taken_back = [*match.taken_back, [to + 1, number - 1]]
    step = step_write(match=match, entry=entry, seed=seed, state=state, now=now)
    seats_ask(match=match, seats=seats, state=state, now=now)
    if paused_for:
        _stays_paused(match, seats, paused_for, now)
    match.save()
    pages_told(match)
    return step


def _stays_paused(match: Match, seats: list[Seat], reason: str, now: datetime) -> None:
    """Leave a pause to whoever may end it; the full clocks of the step wait from now on."""
    match.status, match.paused_at, match.pause_reason = Status.PAUSED, now, reason
    seats_done(match=match, seats=seats, now=now)


def _drop_what_was_sealed(match: Match, seats: list[Seat], now: datetime) -> None:
    match.answers.all().delete()
    rows = {row.seat_id: orders_of(row) for row in Plan.objects.filter(seat__match=match)}
    plans_write(
        {
            key: msgspec.structs.replace(orders, plan=RulesPlan(), version=orders.version + bool(orders.plan.rules))
            for key, orders in rows.items()
        }
    )
    seats_done(match=match, seats=seats, now=now)


def _run_again(match: Match, seats: list[Seat]) -> None:
    """Make the match a running one, whatever it was: ratings and ladders give back what followed from its end."""
    if match.ended_at is not None:
        match.outcome += 1
        hints.match_ended(match.pk)
    match.status, match.ended_at, match.paused_at, match.pause_reason = Status.RUNNING, None, None, ""
    match.result, match.voided, match.adjusted = "", False, False
    match.vote, match.vote_at, match.vote_agreed = "", None, []
    for seat in seats:
        for name, value in SEATS_AFRESH.items():
            setattr(seat, name, value)
