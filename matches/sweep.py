"""The sweep: find and do the work that is due, such as passed deadlines and rounds whose task was lost."""

import logging
import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import zip_longest
from typing import Protocol

from django.core.cache import cache
from django.db.models import F, Q, QuerySet

from foundation.guarded import read_cache, run_guarded, write_cache
from foundation.queue import use_sweep_queue
from matches import policy, queue
from matches.clocks.pauses import ALL_TIMED_OUT
from matches.conditional_moves.apply import has_conditional_moves
from matches.lobby.votes import settle_lapsed_vote
from matches.models import Answer, Match, Seat
from matches.rounds.many_rounds import TOGETHER, resolve_rounds, without_hanging
from matches.timeouts.abandoned import call_off_unfilled, end_expired_pause
from matches.timeouts.many_deadlines import pass_deadlines_of_many

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 500
MOST_HANDED_ON = 5000
"""The most overdue matches, complete rounds and matches waiting for bots that one sweep finds."""

LOOKED_AT = 50
"""The number of running tables that one sweep checks for conditional moves."""
OF_SEATS = ("match", "awaited", "stand_in", "resigned_at", "user__kind", "conditional_book__sealed")
"""What it reads of their seats, to find out whether a conditional move answers."""
VOTES_LOOKED_AT = 10
"""The number of open votes that one sweep checks."""
PLACE, PLACE_OF_VOTES = "matches:sweep-looked-at", "matches:sweep-voting"
"""The entries of the cache that say where the next sweep goes on."""


class Act(Protocol):
    """Work on one match."""

    def __call__(self, *, match_id: int, now: datetime) -> bool:
        """Do the work. Return True if anything was done."""


@use_sweep_queue()
def sweep(*, now: datetime) -> int:
    """Handle deadlines, complete rounds, bots and abandoned matches; return the number of matches touched."""
    overdue = without_hanging(_overdue(now))
    touched: list[int] = [pass_deadlines_of_many(match_ids=overdue[:TOGETHER], now=now)]
    _hand_on(overdue[TOGETHER:], queue.enqueue_pass_deadlines_of_many)
    complete = without_hanging([*_complete(), *_with_conditional_moves()])
    _hand_on(complete[TOGETHER:], queue.enqueue_resolve_rounds)
    touched.append(resolve_rounds(match_ids=complete[:TOGETHER], now=now))
    touched += [_run(call_off_unfilled, match_id, now) for match_id in _unstarted(now)]
    touched += [_run(end_expired_pause, match_id, now) for match_id in _left_paused(now)]
    touched += [_run(settle_lapsed_vote, match_id, now) for match_id in _voting()]
    waiting = _waiting_for_bots()
    for match_id in waiting:
        # In a task of its own: a bot that hangs must not delay the sweep.
        queue.enqueue_play_bots(match_id)
    for match_id in _waiting_for_beacon():
        # In a task of its own too: it asks a service outside.
        queue.enqueue_begin(match_id)
    return sum(touched) + len(overdue[TOGETHER:]) + len(complete[TOGETHER:]) + len(waiting)


def _hand_on(match_ids: Sequence[int], enqueue: Callable[[Sequence[int]], None]) -> None:
    """Queue a task for each share of these matches."""
    for first in range(0, len(match_ids), TOGETHER):
        enqueue(match_ids[first : first + TOGETHER])


def _run(act: Act, match_id: int, now: datetime) -> bool:
    """Run one match's work, so that a failure does not affect the other matches."""
    work = partial(act, match_id=match_id, now=now)
    return run_guarded(work, f"Match {match_id} could not be swept", logger=logger, default=False)


def _overdue(now: datetime) -> list[int]:
    due = Seat.objects.filter(awaited=True, deadline__lte=now, match__status=Match.Status.RUNNING)
    unanswered = due.exclude(answers__step=F("match__step") + 1)
    # In the order of the seats, a match would come once for each of them.
    return list(unanswered.order_by("match_id").values_list("match_id", flat=True).distinct()[:MOST_HANDED_ON])


def _complete() -> list[int]:
    # An index has the answers that completed a round alone: they go when it is resolved.
    answered = Answer.objects.filter(completes=True, match__status=Match.Status.RUNNING, step=F("match__step") + 1)
    return list(answered.order_by("match_id").values_list("match_id", flat=True).distinct()[:MOST_HANDED_ON])


def _with_conditional_moves() -> list[int]:
    """Return matches in which conditional moves may give every awaited answer.

    Each must be decrypted to find out, and a mark of where to look would tell who has some. So every sweep checks the
    next few tables after those of the last one, whatever is there.
    """
    numbers = _next_few(Match.objects.filter(status=Match.Status.RUNNING), PLACE, LOOKED_AT)
    # All seats of these tables: if only the awaited were asked for, an index of those at all tables might be read.
    seats = Seat.objects.filter(match__in=numbers)
    unanswered = seats.exclude(answers__step=F("match__step") + 1).select_related("user", "conditional_book")
    unanswered = unanswered.only(*OF_SEATS)
    ready: dict[int, bool] = {}
    for seat in (seat for seat in unanswered if seat.awaited):
        ready[seat.match_id] = ready.get(seat.match_id, True) and has_conditional_moves(seat)
    return [match_id for match_id, all_conditional in ready.items() if all_conditional]


def _next_few(matches: QuerySet[Match], entry: str, most: int) -> list[int]:
    """Return the next of these matches after those of the last sweep. After the last of all, the first come again."""
    place = read_cache(partial(cache.get, entry, 0), logger=logger, default=0)
    numbers = list(matches.filter(pk__gt=place).order_by("pk").values_list("pk", flat=True)[:most])
    note = partial(cache.set, entry, numbers[-1] if len(numbers) == most else 0, timeout=None)
    write_cache(note, logger=logger, default=None)
    return numbers


def _unstarted(now: datetime) -> list[int]:
    private = now - timedelta(days=policy.POLICY.open_days_private)
    public = now - timedelta(days=policy.POLICY.open_days)
    old = Q(created_at__lte=private) | Q(private=False, created_at__lte=public)
    unfilled = Match.objects.filter(old, status=Match.Status.OPEN, beacon_round=None)
    # By the bound of both and in this order, the index of open tables gives the old ones alone.
    oldest = unfilled.filter(created_at__lte=max(private, public)).order_by("created_at")
    return list(oldest.values_list("pk", flat=True)[:MOST_AT_ONCE])


def _waiting_for_beacon() -> list[int]:
    # Two queries, as each has an index of its own.
    begins = Match.objects.filter(status=Match.Status.OPEN, beacon_round__isnull=False)
    taken_back = Match.objects.filter(later_round__isnull=False)
    found = [number for rows in (begins, taken_back) for number in rows.values_list("pk", flat=True)[:MOST_AT_ONCE]]
    return found[:MOST_AT_ONCE]


def _left_paused(now: datetime) -> list[int]:
    days = policy.POLICY.pause_days, policy.POLICY.pause_days_voted, policy.POLICY.pause_days_arranged
    missed, voted, arranged = (Q(paused_at__lte=now - timedelta(days=count)) for count in days)
    by_vote = Q(pause_reason="vote") & (voted | arranged & Q(host=None))
    left = Q(pause_reason=ALL_TIMED_OUT) & missed | by_vote
    return list(Match.objects.filter(left, status=Match.Status.PAUSED).values_list("pk", flat=True)[:MOST_AT_ONCE])


def _voting() -> list[int]:
    # What ends a vote is in its seats too. An answer to one that has lapsed is refused already, so it can wait.
    return _next_few(Match.objects.exclude(vote=""), PLACE_OF_VOTES, VOTES_LOOKED_AT)


def _waiting_for_bots() -> list[int]:
    """Return matches whose bots have yet to answer. Hosts take turns, so that none with many tables is always first."""
    asked = Match.objects.filter(status=Match.Status.RUNNING, bots_asked_at__isnull=False).order_by("bots_asked_at")
    tables: dict[int | None, list[int]] = {}
    for host_id, match_id in asked.values_list("host_id", "pk")[:MOST_HANDED_ON]:
        tables.setdefault(host_id, []).append(match_id)
    hosts = [random.sample(numbers, len(numbers)) for numbers in tables.values()]
    random.shuffle(hosts)
    return [number for turn in zip_longest(*hosts) for number in turn if number is not None][:MOST_AT_ONCE]
