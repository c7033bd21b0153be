"""One worker at a time works on a row, and another may take it over when the first one is lost."""

from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import Q

from analysis.models import Analysis, Hint
from analysis.policy import LEASE_SECONDS

Row = TypeVar("Row", Analysis, Hint)


def free_at(now: datetime) -> Q:
    """Rows that are not done and that nobody works on."""
    return Q(done_at=None) & (Q(claimed_at=None) | Q(claimed_at__lte=now - timedelta(seconds=LEASE_SECONDS)))


def first_waiting() -> Analysis | None:
    """Return the analysis whose turn it is."""
    return Analysis.objects.filter(done_at=None).order_by("asked_at", "pk").first()


def claim(kind: type[Row], number: int, now: datetime) -> Row | None:
    """Take a row to work on, or return None if it is done or another worker has it."""
    if not kind._default_manager.filter(free_at(now), pk=number).update(claimed_at=now):
        return None
    return kind._default_manager.select_related("match").filter(pk=number).first()
