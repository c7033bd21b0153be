"""Hints: asked for in unrated matches, thought about in a worker, known to the seat alone."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from analysis.findings import Advice
from analysis.models import Hint
from analysis.policy import HINT_AGAIN_AFTER, HINT_SECONDS, HINTS_AN_HOUR, LEASE_SECONDS, PARTS_LOST
from analysis.queue import enqueue_hint
from analysis.services.allowance import UsedUp, seconds_to_wait
from analysis.services.claims import claim, waiting_hints
from analysis.services.failures import count_failure
from analysis.thinking import advise
from foundation.errors import Forbidden, Refused, Stale
from foundation.niced import Closed
from foundation.spans import span_words
from foundation.vault import seal, unseal
from matches.activity.record import record_activity
from matches.bots.kinds import kind_of
from matches.bots.search_slots import time_to_search
from matches.bots.thinking import SEARCHERS
from matches.live import push_match
from matches.models import Match
from matches.rounds.locking import lock_match
from matches.view.match_view import match_view_light, matches, seat_of


def ask_hint(*, match_id: int, user: User, now: datetime) -> Hint:
    """Ask what *sharp* would answer in the open round; everyone at the table learns that a hint was asked for.

    Asking again in the same round returns the same hint, unless it failed. Raises `Refused`.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        seat = seat_of(match, user.pk)
        if seat is None:
            raise Forbidden("not_your_seat", gettext("You have no seat at this table. Hints are for those who play."))
        if match.rated or match.is_arranged:
            raise Refused("hint_rated", gettext("This match counts, so there are no hints. Ask in an unrated match."))
        if match.status != Match.Status.RUNNING:
            raise Stale("match_not_running", gettext("This match is not running, so there is nothing to hint at."))
        row = match.seats.get(number=seat)
        if not row.awaited or row.stand_in or row.resigned_at:
            raise Stale(
                "not_asked", gettext("You are not asked for an answer now. Ask for a hint when it is your turn.")
            )
        found = Hint.objects.filter(match=match, seat=seat, step=match.next_step).first()
        if found is not None and not _may_be_asked_again(found, now):
            return found
        # One user's requests at several tables wait for each other, so that they are counted.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if wait := seconds_to_wait(Hint.objects.filter(user=user), most=HINTS_AN_HOUR, now=now):
            words = gettext("You had {count} hints within an hour. Ask again in {span}.")
            raise UsedUp("hints_used_up", words.format(count=HINTS_AN_HOUR, span=span_words(wait)), wait=wait)
        if found is not None:
            found.delete()
        hint = Hint.objects.create(match=match, seat=seat, step=match.next_step, user=user, asked_at=now)
        record_activity(match=match, kind="hinted", now=now, seat=seat)
        push_match(match)
        enqueue_hint(hint.pk)
    return hint


def _may_be_asked_again(hint: Hint, now: datetime) -> bool:
    """True if it failed, some time ago."""
    if hint.done_at is None or hint.asked_at > now - HINT_AGAIN_AFTER:
        return False
    return not unseal(hint.sealed, Advice).answers


def think_of_hint(*, hint_id: int, now: datetime) -> bool:
    """Think about a hint, from what its seat may know and nothing else. Return True if it is there now."""
    with time_to_search(kind_of(HINT_SECONDS)) as may_think:
        killed = may_think and _has_lost_workers(hint_id, now)
        hint = claim(Hint, hint_id, now) if may_think else None
        if hint is None:
            return False
        advice = _given_up(hint, "WorkerLost") if killed else _advice(hint)
    if advice is None:
        # The sweep asks for it again once the match goes on.
        Hint.objects.filter(pk=hint.pk).update(claimed_at=None)
        return False
    # An empty one failed, or its player is not asked any more.
    Hint.objects.filter(pk=hint.pk).update(sealed=seal(advice), done_at=now)
    push_match(hint.match)
    return bool(advice.answers)


def _has_lost_workers(hint_id: int, now: datetime) -> bool:
    """True if a worker was lost with a hint that was asked for long ago: it may kill its workers."""
    lease = timedelta(seconds=LEASE_SECONDS)
    lost = Hint.objects.filter(pk=hint_id, claimed_at__lte=now - lease)
    return lost.filter(asked_at__lte=now - PARTS_LOST * lease).exists()


def longest_waiting(**_: Any) -> tuple[datetime, Callable[[], None]] | None:
    """Return since when the hint waits that was asked for first, and a function that asks for it."""
    hint = waiting_hints(timezone.now()).first()
    return (hint.asked_at, partial(enqueue_hint, hint.pk)) if hint else None


def _advice(hint: Hint) -> Advice | None:
    """Return what *sharp* would answer, or None while the match is paused."""
    match = matches().get(pk=hint.match_id)
    if match.status == Match.Status.PAUSED:
        return None
    view = match_view_light(match, hint.seat)
    if view.asked is None or view.asked.step != hint.step:
        return Advice(())
    legal = msgspec.json.encode([choice.action for choice in view.asked.choices])
    seen = msgspec.json.encode(view.seen)
    try:
        found = SEARCHERS.run(advise, view.slug, seen, legal, HINT_SECONDS)
    except Closed:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a search does, the match goes on
        return _given_up(hint, type(error).__name__)
    return msgspec.json.decode(found, type=Advice)


def _given_up(hint: Hint, reason: str) -> Advice:
    count_failure("hint", hint.match.game, reason)
    return Advice(())
