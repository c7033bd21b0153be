"""Queries for metrics: overdue rounds, and notices by state."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Count, F, Max, Min, OuterRef, Subquery, Value
from django.db.models.functions import Coalesce

from matches.models import Answer, Match, Seat, Verification
from notifications.models import Notice, State

LATELY = timedelta(days=1)
UNSETTLED = (str(State.DUE), str(State.SENDING))
NEVER = datetime(9999, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Backlog:
    """The number of waiting items, and since when the oldest has waited."""

    count: int
    oldest: datetime | None


def rounds_awaiting_resolution(*, now: datetime) -> Backlog:
    """Unresolved rounds in which every seat has answered or is late.

    In such a round an answer has completed it, or the deadline of a seat has passed. Indexes have these alone.
    """
    completed = Answer.objects.filter(completes=True).values("match")
    overdue = Seat.objects.filter(awaited=True, deadline__lte=now).order_by().values("match")
    answered_at = Answer.objects.filter(seat=OuterRef("pk"), step=OuterRef("match__step") + 1).values("made_at")[:1]
    likely = Match.objects.filter(pk__in=completed.union(overdue), status=Match.Status.RUNNING)
    seats = Seat.objects.filter(awaited=True, match__in=likely)
    settled = seats.annotate(at=Coalesce(Subquery(answered_at), F("deadline"), Value(NEVER)))
    complete = settled.values("match").annotate(complete_at=Max("at")).filter(complete_at__lte=now)
    found = complete.order_by("complete_at").values_list("complete_at", flat=True)
    return Backlog(len(found), found[0] if found else None)


def notices_by_state(*, now: datetime) -> dict[str, int]:
    """The number of notices by state: all open ones, and those that were settled within the last day.

    The ledger keeps months, and counting all of it would get slower every day. Each count uses part of an index.
    """
    settled = [state for state in State.values if state not in UNSETTLED]
    lately = Notice.objects.filter(state__in=settled, settled_at__gt=now - LATELY)
    counted = dict(lately.order_by().values_list("state").annotate(number=Count("pk")))
    waiting = {state: Notice.objects.filter(state=state).count() for state in UNSETTLED}
    return {state: counted.get(state, 0) for state in State.values} | waiting


def notices_overdue(*, now: datetime) -> Backlog:
    """Notices that should have been sent by now."""
    found = Notice.objects.filter(state=State.DUE, due_at__lte=now).aggregate(number=Count("pk"), first=Min("due_at"))
    return Backlog(found["number"], found["first"])


def matches_by_status() -> dict[str, int]:
    """The number of matches by status."""
    counted = dict(Match.objects.order_by().values_list("status").annotate(number=Count("pk")))
    return {status: counted.get(status, 0) for status in Match.Status.values}


def last_verification() -> Verification | None:
    """The latest finished check of all matches and the audit, or None."""
    return Verification.objects.exclude(ended_at=None).first()


def faults_found() -> list[str]:
    """What the latest finished check found, and the running one so far."""
    runs = (last_verification(), Verification.running())
    return list(dict.fromkeys(fault for run in runs if run for fault in run.faults))


def verified_at() -> datetime | None:
    """When matches were last checked, or None; on a large site a check of all of them takes days."""
    runs = (last_verification(), Verification.running())
    return max((at for run in runs if run and (at := run.worked_at or run.ended_at)), default=None)
