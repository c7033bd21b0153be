"""Sanctions and reports in words, as pages list them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext

from moderation.models import Report, Sanction
from moderation.selectors.desk import about_words


@dataclass(frozen=True)
class SanctionLine:
    """One sanction, and whether it still holds."""

    sanction: Sanction
    state: str
    """"until", "for good", "until it is lifted", "lifted" or "over"; "" for a warning, which holds nobody back."""
    at: datetime | None = None
    """The moment that belongs to the state."""


def sanction_lines(sanctions: Iterable[Sanction], now: datetime) -> list[SanctionLine]:
    """Return sanctions with their states at `now`."""
    return [SanctionLine(one, *_state(one, now)) for one in sanctions]


def _state(one: Sanction, now: datetime) -> tuple[str, datetime | None]:
    if one.lifted_at:
        return gettext("lifted"), one.lifted_at
    if one.kind == Sanction.Kind.WARNING:
        return "", None
    if one.ends_at:
        return (gettext("until"), one.ends_at) if one.ends_at > now else (gettext("over"), None)
    return (gettext("for good") if one.kind == Sanction.Kind.SUSPENSION else gettext("until it is lifted")), None


@dataclass(frozen=True)
class ReportLine:
    """One report of the reader's, and what came of it."""

    report: Report
    about: str
    path: str
    """The page of what it is about."""
    outcome: str


def report_lines(reports: Iterable[Report]) -> list[ReportLine]:
    """Return reports with what came of each, in words for who made them."""
    return [ReportLine(one, about_words(one), _path(one), _outcome(one)) for one in reports]


def _path(report: Report) -> str:
    if report.match_id is not None:
        return reverse("matches:table", args=[report.match_id])
    return (report.club or report.subject or report.reporter).get_absolute_url()


def _outcome(report: Report) -> str:
    if report.is_open:
        return gettext("a moderator will look at it.")
    told = {Report.Outcome.ACTED: gettext("we acted."), Report.Outcome.ANSWERED: gettext("answered.")}
    return told.get(Report.Outcome(report.outcome), gettext("we found nothing against the rules."))
