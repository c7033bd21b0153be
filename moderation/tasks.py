"""Background tasks of moderation."""

from celery import shared_task
from django.utils import timezone

from foundation.budget import work_for
from foundation.daily import run_daily
from foundation.one_at_a_time import LEASE_SECONDS, one_at_a_time
from foundation.queue import LONG_SECONDS
from moderation.services.reports import sweep_claims
from moderation.services.seals import tell_of_seals
from moderation.services.signals import recompute_signals, weigh_match
from moderation.services.suspensions import sweep_suspensions
from moderation.services.verifying import begin_verification_if_due, continue_verification
from moderation.services.waiting import tell_of_reports

WEIGHING_SECONDS = 20
"""How long to weigh in each minute. A match that takes long ends later."""


@shared_task(name="moderation.verify")
def verify() -> None:
    """Start the check of all matches when it is due, or resume one that is not over."""
    begin_verification_if_due(now=timezone.now())


@shared_task(name="moderation.continue_verification", time_limit=LONG_SECONDS)
def continue_verification_task() -> None:
    """Check the next few matches."""
    continue_verification(now=timezone.now())


@shared_task(name="moderation.sweep")
@one_at_a_time("moderation.sweep", LEASE_SECONDS)
def sweep() -> None:
    """Process what is due: seats of the suspended, claims that cannot be settled, notices of seals and reports."""
    sweep_suspensions(now=timezone.now())
    sweep_claims(now=timezone.now())
    tell_of_seals(now=timezone.now())
    tell_of_reports(now=timezone.now())


@shared_task(name="moderation.weigh", time_limit=LONG_SECONDS)
@one_at_a_time("moderation.weigh", LONG_SECONDS)
def weigh() -> bool:
    """Weigh finished matches for a while. Return True if some may be left."""
    return work_for(WEIGHING_SECONDS, weigh_match)


@shared_task(name="moderation.recompute_signals", time_limit=LONG_SECONDS)
@one_at_a_time("moderation.recompute_signals", LONG_SECONDS)
def recompute_signals_task() -> None:
    """Recompute all signals, once a day."""
    now = timezone.now()
    run_daily(name="signals", work=lambda: recompute_signals(now=now), now=now)
