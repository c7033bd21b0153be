"""Lock matches until the transaction ends, and read with them, in the same round trip, what an answer or a round needs.

Each query sees what was committed while it waited for the lock before it.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.db import connection
from django.db.models import Exists, OuterRef

from accounts.models import VacationDay
from foundation.kept_queries import KeptQuery, KeptQueryOfMany, given, rows_together
from matches.models import Answer, Match, Seat

# `no_key`, here and wherever users are locked: a chat message or a notice may name what somebody else has locked.
LOCKED = KeptQuery(lambda: Match.objects.select_for_update(no_key=True).filter(pk=given("match")))

# Nobody who holds some matches may wait for another, or two could wait for each other.
LOCKED_OF_MANY = KeptQueryOfMany(
    lambda numbers: Match.objects.select_for_update(
        skip_locked=connection.features.has_select_for_update_skip_locked, no_key=True
    ).filter(pk__in=numbers)
)
SEATS_AND_ANSWERED = KeptQueryOfMany(
    lambda numbers: (
        Seat.objects.filter(match__pk__in=numbers)
        .annotate(
            has_answered=Exists(
                Answer.objects.filter(match=OuterRef("match"), step=OuterRef("match__step") + 1, seat=OuterRef("pk"))
            )
        )
        .select_related("user", "conditional_book")
        .order_by("match_id", "number")
    )
)
SEATS_OF_ROUND = KeptQueryOfMany(
    lambda numbers: (
        Seat.objects.filter(match__pk__in=numbers)
        .annotate(has_days_off=Exists(VacationDay.objects.filter(user=OuterRef("user"))))
        .select_related("user", "conditional_book")
        .order_by("match_id", "number")
    )
)
ANSWERS = KeptQueryOfMany(lambda numbers: Answer.objects.filter(match__pk__in=numbers))


class Unanswered(NamedTuple):
    """A match with its seats, and those of them that are asked and have not answered."""

    match: Match
    seats: list[Seat]
    unanswered: list[Seat]


class OpenRound(NamedTuple):
    """A match with its seats, and the sealed answers to its open round."""

    match: Match
    seats: list[Seat]
    sealed: list[Answer]


def lock_match(match_id: int) -> Match:
    """Lock a match. Raises `Match.DoesNotExist`."""
    return LOCKED.get(match=match_id)


def lock_unanswered(match_id: int) -> Unanswered:
    """Lock a match, and return it with its seats. Raises `Match.DoesNotExist`."""
    locked, seats = rows_together(LOCKED.asked(match=match_id), SEATS_AND_ANSWERED.asked([match_id]))
    return _unanswered(locked, seats)[_only(locked)]


def lock_unanswered_of_many(match_ids: Collection[int]) -> dict[int, Unanswered]:
    """Lock these matches, and return them with their seats, without those that somebody else holds."""
    if not match_ids:
        return {}
    return _unanswered(*rows_together(LOCKED_OF_MANY.asked(match_ids), SEATS_AND_ANSWERED.asked(match_ids)))


def unanswered_of(match: Match) -> Unanswered:
    """Return a match with its seats as they are now."""
    return _unanswered([match], SEATS_AND_ANSWERED.rows([match.pk]))[match.pk]


def lock_round(match_id: int) -> OpenRound:
    """Lock a match, and return its open round. Raises `Match.DoesNotExist`."""
    locked, seats, answers = rows_together(
        LOCKED.asked(match=match_id), SEATS_OF_ROUND.asked([match_id]), ANSWERS.asked([match_id])
    )
    return _rounds(locked, seats, answers)[_only(locked)]


def lock_rounds(match_ids: Collection[int]) -> dict[int, OpenRound]:
    """Lock these matches, and return their open rounds, without those of matches that somebody else holds."""
    if not match_ids:
        return {}
    asked = LOCKED_OF_MANY.asked(match_ids), SEATS_OF_ROUND.asked(match_ids), ANSWERS.asked(match_ids)
    return _rounds(*rows_together(*asked))


def open_round_of(match: Match) -> OpenRound:
    """Return the open round of a match as it is now."""
    return _rounds([match], *rows_together(SEATS_OF_ROUND.asked([match.pk]), ANSWERS.asked([match.pk])))[match.pk]


def _only(locked: Sequence[Match]) -> int:
    if not locked:
        raise Match.DoesNotExist
    return locked[0].pk


def _unanswered(locked: Sequence[Match], seats: Sequence[Seat]) -> dict[int, Unanswered]:
    of_match = _by_match(locked, seats)
    return {
        match.pk: Unanswered(match, some, [seat for seat in some if seat.awaited and not vars(seat)["has_answered"]])
        for match in locked
        for some in [of_match[match.pk]]
    }


def _rounds(locked: Sequence[Match], seats: Sequence[Seat], answers: Sequence[Answer]) -> dict[int, OpenRound]:
    of_match = _by_match(locked, seats)
    found = {match.pk: OpenRound(match, of_match[match.pk], []) for match in locked}
    for answer in answers:
        one = found.get(answer.match_id)
        if one and answer.step == one.match.next_step:
            one.sealed.append(answer)
    return found


def _by_match(locked: Sequence[Match], seats: Sequence[Seat]) -> Mapping[int, list[Seat]]:
    """Return the seats of each locked match; others were read too."""
    matches = {match.pk: match for match in locked}
    found: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        if seat.match_id in matches:
            seat.match = matches[seat.match_id]
            found[seat.match_id].append(seat)
    return found
