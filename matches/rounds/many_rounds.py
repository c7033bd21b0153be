"""Resolve the rounds of many matches at once: read, written and committed together.

The parts are those of `resolve_round`, which does the same for one match. A locked match is left out: its holder
queues it again, or the next sweep finds it.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from enum import Enum, auto
from functools import partial
from typing import NamedTuple

from celery.exceptions import SoftTimeLimitExceeded
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import F

from foundation.guarded import read_cache, run_guarded, write_cache
from foundation.kept_queries import KeptQuery, given
from matches import queue
from matches.clocks.seat_clocks import DaysOff, days_off_at
from matches.models import Answer, Match, Seat
from matches.rounds.locking import lock_rounds
from matches.rounds.play import PlayedRound, play_round
from matches.rounds.resolve import complete_answers, resolve_round, write_rounds

logger = logging.getLogger(__name__)

TOGETHER = 40
"""The number of matches that are resolved in one transaction, and locked as long as it lasts."""

AT_ONCE = 10
"""The most rounds that one task for those who wait resolves together: each waits for all of them."""

MOST_FOUND = 2 * AT_ONCE
"""The most complete rounds that such a task looks for: some are others' already."""

LATELY = timedelta(seconds=10)
"""How long such a task takes a complete round along. Older ones have failed, or wait for a sweep."""

HANGS, HANGS_SECONDS = "matches:hangs:", 10 * 60
"""The entries of the cache that name matches whose rules took too long, so that sweeps do not try them each time."""

COMPLETE: KeptQuery[Answer] = KeptQuery(
    lambda: (
        Answer.objects.only("match_id")
        .filter(completes=True, made_at__gte=given("since"))
        .filter(match__status=Match.Status.RUNNING, step=F("match__step") + 1)
        .order_by("-made_at")[:MOST_FOUND]
    )
)

# Many rows are locked at once, and others may wait for one while they hold another. So this never waits for long. If
# it would, the matches are resolved one by one, each with only its own rows locked.
NO_LONG_WAITS = "SET LOCAL lock_timeout = '500ms'"


class _Unplayed(Enum):
    """Why a round was not played together with others."""

    INCOMPLETE = auto()
    FAILED = auto()
    TOO_LONG = auto()


class _Done(NamedTuple):
    """The matches whose rounds were resolved together, and those that are to be resolved alone."""

    together: int
    alone: Sequence[int]
    again: Sequence[int] = ()
    """Those of the first where conditional moves may answer the next round too."""


def resolve_rounds(*, match_ids: Sequence[int], now: datetime) -> int:
    """Resolve the open rounds of these matches that are complete. Return the number of matches.

    A match that fails is resolved alone, and does not stop the others. SQLite lets one connection write at a
    time, so there a long transaction would hold up everyone, and each match has its own.
    """
    if not connection.features.has_select_for_update_skip_locked:
        return _each(match_ids, now)
    resolved = 0
    for first in range(0, len(match_ids), TOGETHER):
        share = match_ids[first : first + TOGETHER]
        nothing_done = _Done(0, share)
        work = partial(_resolve_together, share, now)
        done = run_guarded(work, "Rounds could not be written together", logger=logger, default=nothing_done)
        resolved += done.together + _each(done.alone, now)
        _each(done.again, now)
    return resolved


def resolve_complete(*, match_id: int, now: datetime) -> None:
    """Resolve the round of a match that is complete, together with others that were completed lately."""
    found = dict.fromkeys(answer.match_id for answer in COMPLETE.rows(since=now - LATELY))
    others = [number for number in found if number != match_id]
    if len(others) >= AT_ONCE:
        queue.enqueue_resolve_complete(others[AT_ONCE - 1])
    if others:
        together = [match_id, *others[: AT_ONCE - 1]]
        if resolve_rounds(match_ids=together, now=now) == len(together):
            return
        # Somebody may have held the match who need not know that its round is complete.
    resolve_round(match_id=match_id, now=now)


def _each(match_ids: Sequence[int], now: datetime) -> int:
    return sum(
        run_guarded(
            partial(resolve_round, match_id=match_id, now=now),
            f"The round of match {match_id} could not be resolved",
            logger=logger,
            default=False,
        )
        for match_id in match_ids
    )


@transaction.atomic
def _resolve_together(match_ids: Sequence[int], now: datetime) -> _Done:
    with connection.cursor() as cursor:
        cursor.execute(NO_LONG_WAITS)
    rounds = [one for one in lock_rounds(match_ids).values() if one.match.status == Match.Status.RUNNING]
    vacations = [seat for one in rounds if one.match.vacations for seat in one.seats]
    days_off = days_off_at(vacations, now)
    played: list[PlayedRound] = []
    alone: list[int] = []
    for match, seats, sealed in rounds:
        # Nothing is written yet, so a match that fails leaves no trace here.
        work = partial(_play_if_complete, match, seats, sealed, days_off, now)
        failed: PlayedRound | _Unplayed = _Unplayed.FAILED
        one = run_guarded(work, f"The round of match {match.pk} failed", logger=logger, default=failed)
        if isinstance(one, PlayedRound) and not one.match.is_over:
            played.append(one)
        elif one is _Unplayed.TOO_LONG:
            give_own_task(match.pk, queue.enqueue_resolve_round)
        elif one is not _Unplayed.INCOMPLETE:
            # The end of a match has effects that only it should have to wait for.
            alone.append(match.pk)
    write_rounds(played, now=now)
    return _Done(len(played), alone, [one.match.pk for one in played if one.more])


def without_hanging(match_ids: Sequence[int]) -> list[int]:
    """Return these matches without those whose rules took too long lately."""
    keys = {f"{HANGS}{number}": number for number in match_ids}
    nothing: dict[str, int] = {}
    hanging = read_cache(partial(cache.get_many, keys), logger=logger, default=nothing) if keys else nothing
    return [number for key, number in keys.items() if key not in hanging]


def give_own_task(match_id: int, enqueue: Callable[[int], None]) -> None:
    """Have the work done in a task of its own, with a limit of its own: a task is interrupted only once."""
    note = partial(cache.add, f"{HANGS}{match_id}", 1, HANGS_SECONDS)
    if write_cache(note, logger=logger, default=True):
        enqueue(match_id)


def _play_if_complete(
    match: Match, seats: Sequence[Seat], sealed: Sequence[Answer], days_off: DaysOff, now: datetime
) -> PlayedRound | _Unplayed:
    complete = complete_answers(match, seats, sealed, now)
    if complete is None:
        return _Unplayed.INCOMPLETE
    try:
        return play_round(match, seats, *complete, now, days_off=days_off)
    except SoftTimeLimitExceeded:
        logger.error("The round of match %s took too long, and goes on in a task of its own", match.pk)
        return _Unplayed.TOO_LONG
