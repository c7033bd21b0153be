"""Background work of moderation."""

from celery import shared_task
from django.utils import timezone

from games.services.daily import daily
from moderation.services.reports import claims_sweep
from moderation.services.seals import seals_tell
from moderation.services.signals import match_weigh, signals_recompute
from moderation.services.suspensions import suspensions_sweep
from moderation.services.verifying import verification_due, verification_go_on


@shared_task(name="moderation.verify")
def verify() -> None:
    """Begin the check of the day when it is time, or go on with one whose task was lost."""
    verification_due(now=timezone.now())


@shared_task(name="moderation.verify_on")
def verify_on() -> None:
    """Check the next few matches."""
    verification_go_on(now=timezone.now())


@shared_task(name="moderation.sweep")
def sweep() -> None:
    """Find what is due: seats of the suspended, claims that nobody can settle, players to tell of broken seals."""
    suspensions_sweep(now=timezone.now())
    claims_sweep(now=timezone.now())
    seals_tell(now=timezone.now())


@shared_task(name="moderation.weigh")
def weigh() -> bool:
    """Weigh the next match that has ended."""
    return match_weigh()


@shared_task(name="moderation.signals")
def signals() -> None:
    """Work out all signals anew, once a day."""
    now = timezone.now()
    daily(name="signals", work=lambda: signals_recompute(now=now), now=now)
