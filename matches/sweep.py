"""The sweep: the database decides, and hints may be lost; this finds what they missed."""

import logging
from datetime import datetime, timedelta
from typing import Protocol

from django.conf import settings
from django.db.models import Count, F, Q

from games import hints, policy
from games.models import Match, Seat
from games.services.bots import PLAYED_BY_BOT
from games.services.leftovers import pause_outlast, table_close
from games.services.misses import deadlines_pass
from games.services.pauses import ALL_MISSED
from games.services.planned import has_orders
from games.services.rounds import round_resolve
from games.services.votes import vote_look

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 500

SHARES = 12
"""Sweeps in which every table is looked at for plans that can answer."""


class Act(Protocol):
    """Work on one match."""

    def __call__(self, *, match_id: int, now: datetime) -> bool:
        """Do it; tell whether anything was done."""


def sweep(*, now: datetime) -> int:
    """Let deadlines pass, resolve complete rounds, hint at bots and end what was left; count matches touched."""
    touched = [_guarded(deadlines_pass, match_id, now) for match_id in _overdue(now)]
    touched += [_guarded(round_resolve, match_id, now) for match_id in [*_complete(), *_planned(now)]]
    touched += [_guarded(table_close, match_id, now) for match_id in _unstarted(now)]
    touched += [_guarded(pause_outlast, match_id, now) for match_id in _left_paused(now)]
    touched += [_guarded(vote_look, match_id, now) for match_id in _voting()]
    waiting = _waiting_for_bots()
    for match_id in waiting:
        # By a task of its own: a bot that hangs must not hold up the sweep.
        hints.bots_to_move(match_id)
    return sum(touched) + len(waiting)


def _guarded(act: Act, match_id: int, now: datetime) -> bool:
    """Run one match's work; a match that fails must not keep the others waiting."""
    try:
        return act(match_id=match_id, now=now)
    except Exception as error:  # noqa: BLE001 - see the docstring
        # Only the kind of failure is logged: its words may hold what a seat sees.
        logger.error("Match %s could not be swept: %s", match_id, type(error).__name__)
        return False


def _overdue(now: datetime) -> list[int]:
    due = Seat.objects.filter(awaited=True, deadline__lte=now, match__status=Match.Status.RUNNING)
    unanswered = due.exclude(answers__step=F("match__step") + 1)
    return list(unanswered.values_list("match_id", flat=True).distinct()[:MOST_AT_ONCE])


def _complete() -> list[int]:
    counted = Match.objects.filter(status=Match.Status.RUNNING).annotate(
        awaited=Count("seats", filter=Q(seats__awaited=True), distinct=True),
        answered=Count("answers", filter=Q(answers__step=F("step") + 1), distinct=True),
    )
    return list(counted.filter(answered__gte=F("awaited"), awaited__gt=0).values_list("pk", flat=True)[:MOST_AT_ONCE])


def _planned(now: datetime) -> list[int]:
    """Matches in which plans may give every answer that is still awaited.

    Only an opened plan tells, so each sweep looks at a share of all tables.
    """
    turn = int(now.timestamp() / settings.SWEEP_SECONDS) % SHARES
    seats = Seat.objects.filter(awaited=True, match__status=Match.Status.RUNNING)
    unanswered = seats.exclude(answers__step=F("match__step") + 1).select_related("user", "plan")
    ready: dict[int, bool] = {}
    for seat in unanswered.annotate(share=F("match_id") % SHARES).filter(share=turn).iterator():
        ready[seat.match_id] = ready.get(seat.match_id, True) and has_orders(seat)
    return [match_id for match_id, all_planned in ready.items() if all_planned]


def _unstarted(now: datetime) -> list[int]:
    private = now - timedelta(days=policy.POLICY.open_days_private)
    old = Q(created_at__lte=private) | Q(private=False, created_at__lte=now - timedelta(days=policy.POLICY.open_days))
    return list(Match.objects.filter(old, status=Match.Status.OPEN).values_list("pk", flat=True)[:MOST_AT_ONCE])


def _left_paused(now: datetime) -> list[int]:
    days = policy.POLICY.pause_days, policy.POLICY.pause_days_voted, policy.POLICY.pause_days_arranged
    missed, voted, arranged = (Q(paused_at__lte=now - timedelta(days=count)) for count in days)
    by_vote = Q(pause_reason="vote") & (voted | arranged & Q(host=None))
    left = Q(pause_reason=ALL_MISSED) & missed | by_vote
    return list(Match.objects.filter(left, status=Match.Status.PAUSED).values_list("pk", flat=True)[:MOST_AT_ONCE])


def _voting() -> list[int]:
    return list(Match.objects.exclude(vote="").values_list("pk", flat=True)[:MOST_AT_ONCE])


def _waiting_for_bots() -> list[int]:
    seats = Seat.objects.filter(PLAYED_BY_BOT, awaited=True, match__status=Match.Status.RUNNING)
    unanswered = seats.exclude(answers__step=F("match__step") + 1)
    return list(unanswered.values_list("match_id", flat=True).distinct()[:MOST_AT_ONCE])
