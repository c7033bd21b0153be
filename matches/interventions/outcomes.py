"""Moderators call off matches or change their outcomes.

Ratings, rungs and tournaments are updated because `Match.outcome` grows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from foundation.errors import Refused
from foundation.rows import save_rows
from matches.interventions.steps import Note, record_intervention, refuse_unless
from matches.models import Match, Seat, Step
from matches.rounds.calling_off import call_off_match
from matches.rounds.locking import lock_match
from matches.rounds.rated_places import set_rated_places
from matches.signals import outcome_changed


def call_off_as_moderator(*, match_id: int, note: Note, now: datetime) -> Step | None:
    """Call a match off so that it counts for no one. Raises `Refused`."""
    with transaction.atomic():
        match = lock_match(match_id)
        call_off_match(match=match, reason="moderator", now=now)
        outcome_changed.send(sender=Match, match=match)
        return record_intervention(match=match, kind="called_off", note=note, now=now)


@dataclass(frozen=True)
class Placed:
    """The result of setting places."""

    step: Step | None
    before: list[int | None] | None
    """The places that a moderator had set before; None if the places by the rules counted."""


def set_places(*, match_id: int, places: Sequence[int], note: Note, now: datetime) -> Placed:
    """Set the places that count, by seat; the log keeps those by the rules. Raises `Refused`."""
    with transaction.atomic():
        match, seats = _lock_finished(match_id)
        if len(places) != len(seats) or not are_places(places):
            raise Refused(
                "no_places",
                gettext("Name a place for each seat, starting with 1. Seats that share a place have the same number."),
            )
        before = [seat.rated_place for seat in seats] if match.adjusted else None
        for seat, place in zip(seats, places, strict=True):
            seat.rated_place = place
        _save_places(match, seats, adjusted=True)
        return Placed(
            record_intervention(match=match, kind="adjusted", note=note, now=now, places=list(places)), before
        )


def unset_places(*, match_id: int, note: Note, now: datetime) -> Step | None:
    """Restore the places by the rules. Raises `Refused`."""
    with transaction.atomic():
        match, seats = _lock_finished(match_id)
        if not match.adjusted:
            raise Refused("not_adjusted", gettext("The places by the rules count already."))
        set_rated_places(seats)
        _save_places(match, seats, adjusted=False)
        return record_intervention(match=match, kind="unadjusted", note=note, now=now)


def set_voided(*, match_id: int, voided: bool, note: Note, now: datetime) -> Step | None:
    """Void a result, or make it count again. Raises `Refused`."""
    with transaction.atomic():
        match, _ = _lock_finished(match_id)
        if match.voided == voided:
            raise Refused(
                "voided_already",
                gettext("The result counts for nobody already.") if voided else gettext("It counts already."),
            )
        match.voided, match.outcome = voided, match.outcome + 1
        match.save(update_fields=["voided", "outcome"])
        outcome_changed.send(sender=Match, match=match)
        return record_intervention(match=match, kind="voided" if voided else "counted", note=note, now=now)


def are_places(places: Sequence[int]) -> bool:
    """True if these are valid places, with ties sharing a place (1, 2, 2, 4)."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


def _lock_finished(match_id: int) -> tuple[Match, list[Seat]]:
    match = lock_match(match_id)
    refuse_unless(match, Match.Status.FINISHED)
    return match, list(match.seats.select_related("user"))


def _save_places(match: Match, seats: list[Seat], *, adjusted: bool) -> None:
    save_rows(seats, ["rated_place"], within=["match"])
    match.adjusted, match.outcome = adjusted, match.outcome + 1
    match.save(update_fields=["adjusted", "outcome"])
    outcome_changed.send(sender=Match, match=match)
