"""Checking all matches and the audit, a few at a time: once a day by itself, and when somebody asks.

The row of the check says how far it has come. So a task that is lost, or run twice, does no harm.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction

from games.models import Match, Verification
from games.rules.core.replay import Check
from games.selectors import matches
from games.services.verification import match_checks
from moderation import hints
from moderation.selectors.chain import chain_faults, log_faults

A_BATCH = 20
"""Matches that one task checks: it must not keep a worker for long."""
EVERY = timedelta(hours=24)
KEPT = 30
MOST_FAULTS = 200

Progress = Callable[[int, int], None]
"""Told how many matches of how many are checked."""


def checks_of(match: Match) -> list[Check]:
    """What is checked of a match: its log by itself, and whether it and the audit tell the same."""
    faults = list(log_faults(match))
    says = faults[0].says if faults else "Whatever moderators did here has its row in the audit."
    return [*match_checks(match), Check("audit", not faults, says)]


def match_faults(match: Match) -> list[str]:
    """What does not hold of a match, in sentences that name it."""
    return [f"Table {match.pk}, {check.name}: {check.detail}" for check in checks_of(match) if not check.ok]


def verification_due(*, now: datetime) -> bool:
    """Begin the check of the day if it is time, or go on with one whose task was lost; tell whether it goes on."""
    latest = Verification.objects.first()
    if latest is None or (latest.ended_at and latest.begun_at <= now - EVERY):
        Verification.objects.create(begun_at=now)
    elif latest.ended_at:
        return False
    hints.verification_goes_on()
    return True


def verification_go_on(*, now: datetime) -> bool:
    """Check the next matches of the check that is on; at its end the audit. Tell whether there is more to do."""
    for _ in range(A_BATCH):
        if not _check_next(now):
            return False
    hints.verification_goes_on()
    return True


def _check_next(now: datetime) -> bool:
    """Check one match, and note how far the check has come; at the end the audit. Tell whether there is more to do.

    Nothing is locked while it is checked, so nobody waits for it.
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
    """What is wrong with a match as it stands; one that moved on while it was looked at is looked at again."""
    while (match := matches().filter(pk=number).first()) is not None:
        faults = match_faults(match)
        if not faults or Match.objects.filter(pk=number, head=match.head).exists():
            return faults
    return []


def verify_all(*, now: datetime, progress: Progress) -> Verification:
    """Check everything in one go, and keep what was found."""
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
    _count(run, [f"The audit: {fault.says}" for fault in chain_faults()])
    run.ended_at = now
    kept = Verification.objects.values_list("pk", flat=True)[:KEPT]
    Verification.objects.exclude(pk__in=[*kept]).delete()
