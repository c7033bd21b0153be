"""Write steps to the log of a match, linked in its chain."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from engine.beacon import randomness_of
from engine.log import REWOUND, LoggedStep, match_seed, next_link
from foundation.vault import seal_packed
from matches.log.kept_steps import kept_step
from matches.log.seeds import beacon_of, site_seeds
from matches.log.states import SNAPSHOT_EVERY
from matches.models import Match, Seat, Step


def seed_of(match: Match, seats: Iterable[Seat]) -> bytes:
    """Return the seed for the match's next steps, mixed from all that goes into it."""
    beacon = beacon_of(match)
    words = [seat.contribution for seat in seats]
    randomness = randomness_of(match.later_signature or (beacon.signature if beacon else ""))
    return match_seed(site_seeds(match)[-1], words, randomness)


def write_step(*, match: Match, entry: LoggedStep, seed: bytes, state: Any, now: datetime) -> Step:
    """Write a step that sets a new state. Lock the match first and save it afterwards."""
    step = new_step(match=match, entry=entry, seed=seed, state=state, now=now)
    step.save(force_insert=True)
    return step


def new_step(*, match: Match, entry: LoggedStep, seed: bytes, state: Any, now: datetime) -> Step:
    """Set a new state in the row of a locked match and return its step. The caller writes both."""
    sealed_state = seal_packed(state)
    match.step, match.sealed_state, match.moved_at = entry.number, sealed_state, now
    # States stored before a rewind are no basis for the steps after it. A beginning by the rules is replayed at once.
    due = entry.number % SNAPSHOT_EVERY == 0 and (entry.number > 0 or bool(entry.note))
    keep = due or entry.kind == REWOUND
    return _linked(match, entry, seed, sealed_state if keep else None, now)


def write_note_step(*, match: Match, kind: str, note: dict[str, Any], now: datetime) -> Step:
    """Write a step that records a moderator's public action and changes no state. Lock the match first.

    It shares the number of the step before it and has its own part. The open round therefore keeps its number, and
    the answers, conditional moves and activity that refer to it stay valid.
    """
    part = match.steps.filter(number=match.step).count()
    entry = LoggedStep(number=match.step, kind=kind, at=now.isoformat(), note=note, part=part)
    step = _linked(match, entry, seed_of(match, match.seats.all()), None, now)
    step.save(force_insert=True)
    match.save(update_fields=["head"])
    return step


def _linked(match: Match, entry: LoggedStep, seed: bytes, kept: bytes | None, now: datetime) -> Step:
    match.head = next_link(match.head, entry, seed)
    return Step(
        match=match,
        number=entry.number,
        part=entry.part,
        kind=entry.kind,
        sealed=seal_packed(kept_step(entry)),
        sealed_state=kept,
        hash=match.head,
        at=now,
    )
