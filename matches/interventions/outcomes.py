"""A moderator ends a match without result, or changes what follows from one that has ended.

Ratings, rungs and tournaments lie above the game. They follow because the count in `Match.outcome` has grown.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games import hints
from games.models import Match, Seat, Step
from games.services.calling_off import match_call_off
from games.services.errors import Refused
from games.services.moderated.interventions import Note, intervened, refuse_unless
from games.services.rounds import match_locked
from games.services.standing import rated_places_set


def match_end(*, match_id: int, note: Note, now: datetime) -> Step | None:
    """Call a match off: it counts for nobody. Raises `Refused`."""
    with transaction.atomic():
        match = match_locked(match_id)
        match_call_off(match=match, reason="moderator", now=now)
        hints.match_ended(match.pk)
        return intervened(match=match, kind="called_off", note=note, now=now)


@dataclass(frozen=True)
class Placed:
    """Places that were set."""

    step: Step | None
    before: list[int | None] | None
    """What counted before by a moderator's word; None where it was the places by the rules."""


def places_set(*, match_id: int, places: Sequence[int], note: Note, now: datetime) -> Placed:
    """Set the places that count, by seat; those of the rules stay in the log. Raises `Refused`."""
    with transaction.atomic():
        match, seats = _ended(match_id)
        if len(places) != len(seats) or not are_places(places):
            raise Refused("no_places", "Name a place for each seat, the first is 1. Whoever shares one has the same.")
        before = [seat.rated_place for seat in seats] if match.adjusted else None
        for seat, place in zip(seats, places, strict=True):
            seat.rated_place = place
        _changed(match, seats, adjusted=True)
        return Placed(intervened(match=match, kind="adjusted", note=note, now=now, places=list(places)), before)


def places_unset(*, match_id: int, note: Note, now: datetime) -> Step | None:
    """Let the places by the rules count again. Raises `Refused`."""
    with transaction.atomic():
        match, seats = _ended(match_id)
        if not match.adjusted:
            raise Refused("not_adjusted", "The places by the rules count already.")
        rated_places_set(seats)
        _changed(match, seats, adjusted=False)
        return intervened(match=match, kind="unadjusted", note=note, now=now)


def result_void(*, match_id: int, voided: bool, note: Note, now: datetime) -> Step | None:
    """Let a result count for nobody, or count again. Raises `Refused`."""
    with transaction.atomic():
        match, _ = _ended(match_id)
        if match.voided == voided:
            raise Refused("voided_already", "The result counts for nobody already." if voided else "It counts already.")
        match.voided, match.outcome = voided, match.outcome + 1
        match.save(update_fields=["voided", "outcome"])
        hints.match_ended(match.pk)
        return intervened(match=match, kind="voided" if voided else "counted", note=note, now=now)


def are_places(places: Sequence[int]) -> bool:
    """Whether these can be places of a table: each counts everyone ahead (1, 2, 2, 4)."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


def _ended(match_id: int) -> tuple[Match, list[Seat]]:
    match = match_locked(match_id)
    refuse_unless(match, Match.Status.FINISHED)
    return match, list(match.seats.select_related("user"))


def _changed(match: Match, seats: list[Seat], *, adjusted: bool) -> None:
    Seat.objects.bulk_update(seats, ["rated_place"])
    match.adjusted, match.outcome = adjusted, match.outcome + 1
    match.save(update_fields=["adjusted", "outcome"])
    hints.match_ended(match.pk)
