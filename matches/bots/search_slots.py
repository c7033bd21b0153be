"""Places to search: few searches run at a time on the whole site, and a place that gets free is handed on."""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.db.models import F, Q

from accounts.models import UserKind
from foundation.guarded import run_guarded
from matches import queue
from matches.bots.allowance import ALLOWED
from matches.bots.kinds import MOST_SECONDS, PATIENCE, PATIENT_SEARCH, QUICK, SEARCH, kind_of_bot
from matches.models import Match, Seat
from matches.signals import searches_asked

logger = logging.getLogger(__name__)

PLAYED_BY_BOT = Q(user__kind=UserKind.HOUSE) | ~Q(stand_in="")
"""Seats played by a bot."""

LEASE = ALLOWED * MOST_SECONDS + PATIENCE
"""The seconds after which a place gets free though nobody left it: more than all bots of a level think at a table."""

LOOKED_AT = 500
"""The most matches that wait for bots among which a place that gets free is handed on."""


@contextmanager
def time_to_search(kind: str, match_id: int = 0) -> Iterator[bool]:
    """Yield whether bots may think now. On leaving, the search that waits longest is asked for.

    Searches are counted for all processes together: workers are left for quick bots, mails and sweeps.
    """
    if kind == QUICK:
        yield True
        return
    # A worker that is killed frees its place when that runs out.
    place = next((name for name in _places(kind) if cache.add(name, match_id, timeout=LEASE)), None)
    try:
        yield place is not None
    finally:
        if place:
            cache.delete(place)
            handing_on = partial(_hand_on, kind, match_id)
            run_guarded(handing_on, "A place to search could not be handed on", logger=logger, default=None)


def _places(kind: str) -> list[str]:
    count = settings.BOT_PATIENT_SEARCHES if kind == PATIENT_SEARCH else settings.BOT_SEARCHES
    return [f"{kind}:{number}" for number in range(count)]


class _Waiting(NamedTuple):
    since: datetime
    ask: Callable[[], None]


def _hand_on(kind: str, match_id: int) -> None:
    """Ask for the search of this kind that waits longest: for bots, or for what apps above want to know."""
    waiting = [_Waiting(*reply) for _, reply in searches_asked.send(sender=Match) if reply] if kind == SEARCH else []
    if (match := _longest_waiting(kind, match_id)) and match.bots_asked_at:
        waiting.append(_Waiting(match.bots_asked_at, partial(queue.enqueue_play_bots, match.pk)))
    if waiting:
        min(waiting, key=lambda one: one.since).ask()


def _longest_waiting(kind: str, match_id: int) -> Match | None:
    """Return the match that waits longest for bots of this kind and has no place.

    One of another host than the match that had the place goes first, so that none with many tables keeps it.
    """
    searching = [match_id, *cache.get_many(_places(kind)).values()]
    asked = Match.objects.filter(status=Match.Status.RUNNING, bots_asked_at__isnull=False).exclude(pk__in=searching)
    rows = asked.only("host_id", "game", "sharp_seconds", "bots_asked_at").order_by("bots_asked_at")[:LOOKED_AT]
    waiting = _with_bots_of(kind, {match.pk: match for match in rows})
    host = Match.objects.filter(pk=match_id).values_list("host_id", flat=True).first()
    return next((match for match in waiting if match.host_id != host), waiting[0] if waiting else None)


def _with_bots_of(kind: str, matches: Mapping[int, Match]) -> list[Match]:
    """Return those of these matches that wait for a bot of this kind."""
    seats = Seat.objects.filter(PLAYED_BY_BOT, awaited=True, match__in=list(matches))
    unanswered = seats.exclude(answers__step=F("match__step") + 1).values_list("match_id", "stand_in", "user__brain")
    wanted = {
        number for number, stand_in, brain in unanswered if kind_of_bot(matches[number], stand_in or brain) == kind
    }
    return [match for match in matches.values() if match.pk in wanted]
