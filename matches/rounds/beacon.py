"""Begin matches with public randomness: wait for its round, and begin without it if it does not come in time.

The round is fixed when the last seat is taken and signed after that, so nobody knew it when words were written. It is
fetched by a worker, never in a request or while a match is locked.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import transaction

from engine.beacon import round_after, time_of
from matches import live
from matches.activity.record import record_activity
from matches.models import Match
from matches.rounds.drand import fetch
from matches.rounds.resolve import begin_match, lock_match

ASKED = "beacon:asked"
"""The entry of the cache that lets one worker ask at a time: if the services hang, the others go on working."""
BUSY, DOWN = "busy", "down"
LONGEST_SECONDS = 60
"""How long that entry stays, should the worker die."""
REST_SECONDS = 10
"""How long nobody asks after no service had an answer."""


def begin_or_wait(*, match: Match, now: datetime) -> None:
    """Begin a locked, full match, or fix the round of public randomness that it waits for."""
    if not match.beacon:
        begin_match(match=match, now=now)
        return
    match.full_at, match.beacon_round = now, round_after(now)
    match.save(update_fields=["full_at", "beacon_round"])
    live.push_table(match.pk, [seat.user_id for seat in match.seats.all() if seat.user_id])


def begin_waiting(*, match_id: int, now: datetime) -> bool:
    """Begin a match whose public randomness is known, or was waited for too long. Return True if it began."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None or not match.awaits_beacon or match.beacon_round is None or match.full_at is None:
        return False
    number, late = match.beacon_round, now >= match.full_at + timedelta(minutes=settings.BEACON_MINUTES)
    if now < time_of(number):
        return False
    signature = "" if late and cache.get(ASKED) == DOWN else _fetch_alone(number)
    if signature is None or not (signature or late):
        return False
    with transaction.atomic():
        match = lock_match(match_id)
        if not match.awaits_beacon or match.beacon_round != number:
            return False
        match.beacon_signature = signature
        begin_match(match=match, now=now)
        if not signature:
            record_activity(match=match, kind="without_beacon", round=number, now=now)
    return True


def _fetch_alone(number: int) -> str | None:
    """Return the signature of a round or "", or None if another worker asks now or nobody answered just before."""
    if not cache.add(ASKED, BUSY, LONGEST_SECONDS):
        return None
    signature = fetch(number)
    if signature:
        cache.delete(ASKED)
    else:
        cache.set(ASKED, DOWN, REST_SECONDS)
    return signature
