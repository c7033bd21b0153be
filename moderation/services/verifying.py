"""Check all matches and the audit, for some seconds at a time: once a day, and on request.

The row of the check records its progress, so a lost or repeated task does no harm.
"""

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
    """Start the daily check if it is due, or resume one whose task was lost; return True if it runs."""
    latest = Verification.objects.first()
    if latest is None or (latest.ended_at and latest.begun_at <= now - EVERY):
        Verification.objects.create(begun_at=now)
    elif latest.ended_at:
        return False
    queue.enqueue_continue_verification()
    return True


def continue_verification(*, now: datetime) -> bool:
    """Check the next matches of the current check, and the audit at its end. Return True if more remains."""
    if not work_for(AT_A_STRETCH_SECONDS, lambda: _check_next(now)):
        return False
    queue.enqueue_continue_verification()
    return True


def _check_next(now: datetime) -> bool:
    """Check one match and record the progress; at the end check the audit. Return True if more remains.

    Nothing is locked during a check, so nobody has to wait for it.
    """
    seen = Verification.objects.filter(ended_at=None).first()
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
    run.faults = [*run.faults, *faults][:MOST_FAULTS]


def _end(run: Verification, now: datetime) -> None:
    _count(run, [gettext("The audit: {says}").format(says=fault.says) for fault in chain_faults()])
    run.ended_at = now
    kept = Verification.objects.values_list("pk", flat=True)[:KEPT]
    Verification.objects.exclude(pk__in=[*kept]).delete()
