"""One worker at a time works on a row, and another may take it over when the first one is lost."""

from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from analysis.models import Analysis, Hint
from analysis.policy import LEASE_SECONDS
from matches.models import Match

Row = TypeVar("Row", Analysis, Hint)


def free_at(now: datetime) -> Q:
    """Rows that are not done and that nobody works on."""
    return Q(done_at=None) & (Q(claimed_at=None) | Q(claimed_at__lte=now - timedelta(seconds=LEASE_SECONDS)))


def waiting_hints(now: datetime) -> QuerySet[Hint]:
    """Return the hints to think about, the one asked for first first; those of a paused match wait until it goes on."""
    return Hint.objects.filter(free_at(now)).exclude(match__status=Match.Status.PAUSED).order_by("asked_at")


def first_waiting() -> Analysis | None:
    """Return the analysis whose turn it is: a user's first of an hour goes before anyone's second, and so on."""
    hour = OuterRef("asked_at") - timedelta(hours=1)
    before = Analysis.objects.filter(user=OuterRef("user"), pk__lt=OuterRef("pk"), asked_at__gt=hour)
    counted = before.order_by().values("user").annotate(count=Count("pk")).values("count")
    waiting = Analysis.objects.filter(done_at=None).annotate(before=Coalesce(Subquery(counted), 0))
    return waiting.order_by("before", "asked_at", "pk").first()


def claim(kind: type[Row], number: int, now: datetime) -> Row | None:
    """Take a row to work on, or return None if it is done or another worker has it."""
    if not kind._default_manager.filter(free_at(now), pk=number).update(claimed_at=now):
        return None
    return kind._default_manager.select_related("match").filter(pk=number).first()
