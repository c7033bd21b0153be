"""What a player may read about themselves: what moderators did that concerns them, and what became of their reports."""

from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.models import User
from moderation.models import Report, Sanction


def sanctions_read_by(user: User) -> QuerySet[Sanction]:
    """Those that concern a player: their own, and those of their programs, newest first."""
    return Sanction.objects.filter(Q(user=user) | Q(user__program__owner=user)).select_related("user")


def names_due(user: User) -> list[User]:
    """Who has to choose another name: the player, or programs of theirs."""
    due = sanctions_read_by(user).filter(kind=Sanction.Kind.NAME, lifted_at=None)
    return [sanction.user for sanction in due]


def binding(sanctions: QuerySet[Sanction], now: datetime) -> QuerySet[Sanction]:
    """Those of them that still bind."""
    return sanctions.filter(Q(ends_at=None) | Q(ends_at__gt=now), lifted_at=None)


def sanctions_of(user: User) -> QuerySet[Sanction]:
    """All sanctions of a player, newest first."""
    return Sanction.objects.filter(user=user)


def reports_by(user: User) -> QuerySet[Report]:
    """All reports of a player, newest first."""
    return Report.objects.filter(reporter=user).select_related("match")


def outcome_told(report: Report) -> str:
    """What its reporter learns of a report: `open`, `acted`, `nothing` or `answered`; never that it was unfounded."""
    if report.is_open:
        return "open"
    told = (Report.Outcome.ACTED, Report.Outcome.ANSWERED)
    return str(report.outcome) if report.outcome in told else str(Report.Outcome.NOTHING)
