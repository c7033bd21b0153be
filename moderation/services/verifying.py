"""Check all matches and the audit, for some seconds at a time and some minutes a day, and on request.

The row of the check records its progress, so a lost or repeated task does no harm. A check that is not over by the end
of its minutes goes on at the next day where it stopped.
"""

import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext

from engine.replay import Check
from foundation.budget import work_for
from matches.models import Match, Verification
from matches.view.match_view import matches
from matches.view.verification import match_checks
from moderation import queue
from moderation.selectors.chain import chain_faults, log_faults

AT_A_STRETCH_SECONDS = 10
"""How long one task checks matches: it must not block a worker for long."""
DAILY_SECONDS = 30 * 60
"""How long matches are checked on one day (UTC): a site with very many would be at it all the time."""
EVERY = timedelta(hours=24)
KEPT = 30
MOST_FAULTS = 200

Progress = Callable[[int, int], None]
"""Called with the number of matches checked and the total."""


def checks_of(match: Match) -> list[Check]:
    """All checks of a match: its log, and whether the log and the audit agree."""
    faults = list(log_faults(match))
    says = faults[0].says if faults else gettext("Every action of moderators here has its audit row.")
    return [*match_checks(match), Check("audit", not faults, says)]


def match_faults(match: Match) -> list[str]:
    """The failed checks of a match, as sentences that name it."""
    return [f"Match {match.pk}, {check.name}: {check.detail}" for check in checks_of(match) if not check.ok]


def begin_verification_if_due(*, now: datetime) -> bool:
    """Start a check if one is due, or resume one that is not over, if time is left today; return True if it runs."""
    run = Verification.running() or Verification.objects.first()
    if run is None:
        run = Verification.objects.create(begun_at=now)
    elif run.ended_at and run.begun_at <= now - EVERY:
        # What the last one took of this day is used up for the next one too.
        run = Verification.objects.create(begun_at=now, worked_at=run.worked_at, seconds=run.seconds)
    elif run.ended_at:
        return False
    if _seconds_used(run, now) >= DAILY_SECONDS:
        return False
    queue.enqueue_continue_verification()
    return True


def continue_verification(*, now: datetime) -> bool:
    """Continue the current check with the next matches; check the audit when the check or today's time ends.

    Return True if more remains for today.
    """
    run = Verification.running()
    if run is None or _seconds_used(run, now) >= DAILY_SECONDS:
        return False
    begun = time.monotonic()
    more = work_for(AT_A_STRETCH_SECONDS, lambda: _check_next(now))
    if not _record_time(run, time.monotonic() - begun, now) or not more:
        return False
    queue.enqueue_continue_verification()
    return True


def _seconds_used(run: Verification, now: datetime) -> float:
    """The seconds that were used up on this day."""
    return run.seconds if run.worked_at and run.worked_at.date() == now.date() else 0.0


def _record_time(run: Verification, seconds: float, now: datetime) -> bool:
    """Record the time that was used; if that was the last of the day, check the audit. Return True if time is left."""
    with transaction.atomic():
        run = Verification.objects.select_for_update().get(pk=run.pk)
        run.worked_at, run.seconds = now, _seconds_used(run, now) + seconds
        has_time_left = run.seconds < DAILY_SECONDS
        if not has_time_left and run.ended_at is None:
            _count_audit(run)
        run.save()
    return has_time_left


def _check_next(now: datetime) -> bool:
    """Check one match and record the progress; at the end check the audit. Return True if more remains.

    Nothing is locked during a check, so nobody has to wait for it.
    """
    seen = Verification.running()
    if seen is None:
        return False
    number = matches().filter(pk__gt=seen.upto).order_by("pk").values_list("pk", flat=True).first()
    faults = [] if number is None else _faults_of(number)
    with transaction.atomic():
        run = Verification.objects.select_for_update().filter(pk=seen.pk, ended_at=None, upto=seen.upto).first()
        if run is None:
            return False  # another worker was faster
        if number is None:
            _end(run, now)
        else:
            _count(run, faults)
            run.upto, run.matches = number, run.matches + 1
        run.save()
    return number is not None


def _faults_of(number: int) -> list[str]:
    """The faults of a match; checked again if it moved on meanwhile."""
    while (match := matches().filter(pk=number).first()) is not None:
        faults = match_faults(match)
        if not faults or match.head in Match.objects.filter(pk=number).values_list("head", flat=True):
            return faults
    return []


def verify_all(*, now: datetime, progress: Progress) -> Verification:
    """Check everything at once and store the result."""
    run, number = Verification(begun_at=now), Match.objects.count()
    for pk in Match.objects.order_by("pk").values_list("pk", flat=True):
        _count(run, _faults_of(pk))
        run.upto, run.matches = pk, run.matches + 1
        progress(run.matches, number)
    _end(run, now)
    run.save()
    return run


def _count(run: Verification, faults: list[str]) -> None:
    run.faults = [*run.faults, *(fault for fault in faults if fault not in run.faults)][:MOST_FAULTS]


def _count_audit(run: Verification) -> None:
    _count(run, [gettext("The audit: {says}").format(says=fault.says) for fault in chain_faults()])


def _end(run: Verification, now: datetime) -> None:
    _count_audit(run)
    run.ended_at = now
    kept = Verification.objects.values_list("pk", flat=True)[:KEPT]
    Verification.objects.exclude(pk__in=[*kept]).delete()
