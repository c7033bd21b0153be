"""Writing steps to the log of a match: each with its link in the chain."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from games.engine import SNAPSHOT_EVERY
from games.models import Match, Seat, Step
from games.rules.core.log import REWOUND, LoggedStep, match_seed, next_link
from games.services.seeds import site_seeds
from games.vault import seal


def seed_of(match: Match, seats: Iterable[Seat]) -> bytes:
    """The seed that a match draws from now: the site's and everyone's contributions, in seat order."""
    return match_seed(site_seeds(match)[-1], [seat.contribution for seat in seats])


def step_write(*, match: Match, entry: LoggedStep, seed: bytes, state: Any, now: datetime) -> Step:
    """Write a step that state follows from. The match must be locked; its caller saves it."""
    sealed_state = seal(state)
    match.step, match.sealed_state, match.moved_at = entry.number, sealed_state, now
    # What follows a step that took the match back does not follow from the states kept before it.
    keep = entry.number % SNAPSHOT_EVERY == 0 or entry.kind == REWOUND
    return _write(match, entry, seed, sealed_state if keep else None, now)


def note_write(*, match: Match, kind: str, note: dict[str, Any], now: datetime) -> Step:
    """Write a step that changes no state: what everyone may know a moderator did. The match must be locked.

    It has the number of the step before it and a part of its own. So the round that is open keeps its number, and
    what was sealed for it, planned and noted down of it holds on.
    """
    part = match.steps.filter(number=match.step).count()
    entry = LoggedStep(number=match.step, kind=kind, at=now.isoformat(), note=note, part=part)
    step = _write(match, entry, seed_of(match, match.seats.all()), None, now)
    match.save(update_fields=["head"])
    return step


def _write(match: Match, entry: LoggedStep, seed: bytes, kept: bytes | None, now: datetime) -> Step:
    match.head = next_link(match.head, entry, seed)
    return Step.objects.create(
        match=match,
        number=entry.number,
        part=entry.part,
        kind=entry.kind,
        sealed=seal(entry),
        sealed_state=kept,
        hash=match.head,
        at=now,
    )
