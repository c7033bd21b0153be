"""Begin matches with public randomness, and take them back with it after their end: wait for the round that was fixed.

The round is fixed when the last seat is taken, and again when an ended match is taken back. It is signed after that, so
nobody knew it then. It is fetched by a worker, never in a request or while a match is locked. A match begins without it
if it does not come in time.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import transaction

from engine.beacon import round_after, time_of
from engine.log import REWINDING
from matches import live
from matches.activity.record import record_activity
from matches.log.states import open_step
from matches.models import Match
from matches.rounds.drand import fetch
from matches.rounds.locking import lock_match
from matches.rounds.resolve import begin_match
from matches.rounds.rewinding import rewind_locked

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


def end_waiting(*, match_id: int, now: datetime) -> bool:
    """Begin a match, or take it back, if the public randomness is known for which it waits. Return True if it was."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        return False
    if match.later_round is not None:
        return _take_back(match_id, match.later_round, now)
    return match.awaits_beacon and _begin(match, now)


def _begin(match: Match, now: datetime) -> bool:
    """Begin a match whose public randomness is known, or was waited for too long. Return True if it began."""
    if match.beacon_round is None or match.full_at is None:
        return False
    number, late = match.beacon_round, now >= match.full_at + timedelta(minutes=settings.BEACON_MINUTES)
    if now < time_of(number):
        return False
    signature = "" if late and cache.get(ASKED) == DOWN else _fetch_alone(number)
    if signature is None or not (signature or late):
        return False
    with transaction.atomic():
        match = lock_match(match.pk)
        if not match.awaits_beacon or match.beacon_round != number:
            return False
        match.beacon_signature = signature
        begin_match(match=match, now=now)
        if not signature:
            record_activity(match=match, kind="without_beacon", round=number, now=now)
    return True


def _take_back(match_id: int, number: int, now: datetime) -> bool:
    """Take a match back that has ended, if its round is known. There is no hurry, so it waits for as long as it takes.

    Otherwise the site, which can work out what would come without, could say that it did not get the round.
    """
    if now < time_of(number) or not (signature := _fetch_alone(number)):
        return False
    with transaction.atomic():
        match = lock_match(match_id)
        if match.later_round != number:
            return False
        seats = list(match.seats.select_related("user", "conditional_book"))
        announced = open_step(match.steps.filter(kind=REWINDING).latest("number", "part"))
        note = {name: value for name, value in announced.note.items() if name not in ("to", "audit")}
        match.later_round, match.later_signature = None, signature
        to = announced.note["to"]
        rewind_locked(match=match, seats=seats, to=to, note={**note, "signature": signature}, now=now)
        match.save()
        live.push_match(match)
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
