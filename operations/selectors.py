"""What lies in the database, counted: rounds that should have been resolved, notices by their state."""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Count, F, Max, Min, OuterRef, Subquery, Value
from django.db.models.functions import Coalesce

from games.models import Answer, Match, Seat, Verification
from notifications.models import Notice, State

NEVER = datetime(9999, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Backlog:
    """How much waits, and since when the oldest of it does."""

    count: int
    oldest: datetime | None


def rounds_awaiting_resolution(*, now: datetime) -> Backlog:
    """Rounds in which every seat has answered or is late: a worker should have them by now."""
    answered_at = Answer.objects.filter(seat=OuterRef("pk"), step=OuterRef("match__step") + 1).values("made_at")[:1]
    seats = Seat.objects.filter(awaited=True, match__status=Match.Status.RUNNING)
    settled = seats.annotate(at=Coalesce(Subquery(answered_at), F("deadline"), Value(NEVER)))
    complete = settled.values("match").annotate(complete_at=Max("at")).filter(complete_at__lte=now)
    found = complete.order_by("complete_at").values_list("complete_at", flat=True)
    return Backlog(len(found), found[0] if found else None)


def notices_by_state() -> dict[str, int]:
    """How many notices the ledger has in each state."""
    counted = dict(Notice.objects.order_by().values_list("state").annotate(number=Count("pk")))
    return {state: counted.get(state, 0) for state in State.values}


def notices_overdue(*, now: datetime) -> Backlog:
    """Notices that should have been sent by now."""
    found = Notice.objects.filter(state=State.DUE, due_at__lte=now).aggregate(number=Count("pk"), first=Min("due_at"))
    return Backlog(found["number"], found["first"])


def matches_by_status() -> dict[str, int]:
    """How many matches there are in each status."""
    counted = dict(Match.objects.order_by().values_list("status").annotate(number=Count("pk")))
    return {status: counted.get(status, 0) for status in Match.Status.values}


def last_verification() -> Verification | None:
    """The newest check of all matches and the audit that has ended."""
    return Verification.objects.exclude(ended_at=None).first()
