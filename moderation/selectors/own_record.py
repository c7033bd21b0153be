"""What players may read about themselves: moderators' actions that concern them, and outcomes of their reports."""

from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.models import User
from moderation.models import Report, Sanction


def sanctions_read_by(user: User) -> QuerySet[Sanction]:
    """The sanctions of a player and their bot accounts, newest first."""
    return Sanction.objects.filter(Q(user=user) | Q(user__bot_account__owner=user)).select_related("user")


def names_due(user: User) -> list[User]:
    """The users who have to choose another name: the player or their bot accounts."""
    due = sanctions_read_by(user).filter(kind=Sanction.Kind.NAME, lifted_at=None)
    return [sanction.user for sanction in due]


def binding(sanctions: QuerySet[Sanction], now: datetime) -> QuerySet[Sanction]:
    """The sanctions that still apply."""
    return sanctions.filter(Q(ends_at=None) | Q(ends_at__gt=now), lifted_at=None)


def reports_by(user: User) -> QuerySet[Report]:
    """All reports by a player, newest first."""
    return Report.objects.filter(reporter=user).select_related("match", "subject", "message", "club", "club_message")


def outcome_words(report: Report) -> str:
    """The outcome a reporter sees: `open`, `acted`, `nothing` or `answered`; never that the report was unfounded."""
    if report.is_open:
        return "open"
    shown = (Report.Outcome.ACTED, Report.Outcome.ANSWERED)
    return str(report.outcome) if report.outcome in shown else str(Report.Outcome.NOTHING)
