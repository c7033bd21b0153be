"""Reports to the moderators, and their outcome."""

from datetime import datetime
from typing import Annotated, Literal

from allauth.core import ratelimit
from django.http import Http404
from django.utils.translation import gettext
from msgspec import Meta
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.named import player_of_field
from api.cursors import newest_first
from api.messages import ApiRequest, ApiResponse, Cursor, Limit, NextCursor
from api.problems import Refusal
from api.scopes import Scope
from api.views import ApiView, operation
from foundation.errors import Refused
from matches.api.chat import Room
from matches.api.common import visible_match
from moderation import policy
from moderation.action import Target
from moderation.models import Report
from moderation.selectors.own_record import outcome_words, reports_by
from moderation.selectors.targets import club_reportable, message_readable, seat_held
from moderation.services.reports import make_report

AN_HOUR = 3600
ERROR_FIELDS = {"report_empty": "/words"}
REPORTABLE = ("player", "message", "seat", "match", "club_message", "club")
OF_TARGET = ("own_report", "reported_already")
"""Codes of refusals that concern the target of the report."""
Category = Literal["stalling", "collusion", "abuse", "accounts", "bug", "other"]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class ReportResponse(ApiResponse):
    """One of your reports."""

    number: int
    at: datetime
    category: str
    match: int | None
    seat: int | None
    club: int | None
    player: str | None
    """Whom it is about, if you reported a player rather than a match."""
    words: str
    outcome: str
    """`open`, `acted`, `nothing` (against the rules) or `answered`."""
    answer: str
    """A moderator's reply to you."""


class ReportPage(ApiResponse):
    """Your reports, newest first."""

    results: list[ReportResponse]
    next_cursor: NextCursor


class ReportsQuery(ApiRequest):
    """Which page of your reports."""

    cursor: Cursor = ""
    limit: Limit = 20


class ReportedMessage(ApiRequest):
    """A message of a chat."""

    room: Room
    number: Annotated[int, Meta(ge=1, le=2**31 - 1)]


class NewReport(ApiRequest):
    """A report of a player by name, of a match, with a seat or message of it, or of a club, with a message in it."""

    category: Category
    words: Annotated[str, Meta(min_length=1, max_length=policy.LONGEST_REPORT, pattern=r"^[^\x00]*$")]
    player: Annotated[str, Meta(max_length=150)] | None = None
    match: Number | None = None
    seat: Number | None = None
    message: ReportedMessage | None = None
    club: Number | None = None
    club_message: Number | None = None


class ReportsView(ApiView):
    """Reports."""

    @operation("List your reports", scope=Scope.READ, reply=ReportPage, query=ReportsQuery)
    def get(self, request: Request, query: ReportsQuery) -> ReportPage:
        """List your reports and their outcomes."""
        found = reports_by(asking(request)).select_related("subject")
        page = newest_first(found, of="reports", cursor=query.cursor, limit=query.limit)
        return ReportPage(results=[_response(report) for report in page.rows], next_cursor=page.next_cursor)

    @operation(
        "Report something",
        scope=Scope.CHAT,
        reply=ReportResponse,
        body=NewReport,
        status=201,
        error_fields=ERROR_FIELDS,
    )
    def post(self, request: Request, body: NewReport, now: datetime) -> ReportResponse:
        """Ask moderators to look at a player, match, seat or message. You are told the outcome."""
        me, target = asking(request), _target(request, body)
        if not ratelimit.consume(request._request, action="report", user=me):
            raise Throttled(wait=AN_HOUR)
        try:
            made = make_report(reporter=me, target=target, category=body.category, words=body.words, now=now)
        except Refused as refused:
            if refused.code in OF_TARGET:
                raise Refusal(refused.status, refused.code, refused.message, field=_named(body)) from refused
            raise
        return _response(made)


def _response(report: Report) -> ReportResponse:
    # Names may be hidden in a match, and the seat is enough.
    named = report.subject.username if report.subject and report.match_id is None and report.club_id is None else None
    return ReportResponse(
        number=report.pk,
        at=report.at,
        category=report.category,
        match=report.match_id,
        seat=report.seat,
        club=report.club_id,
        player=named,
        words=report.words_read,
        outcome=outcome_words(report),
        answer=report.answer,
    )


def _named(body: NewReport) -> str:
    """Return the most specific field of the target."""
    return next(f"/{name}" for name in REPORTABLE if getattr(body, name) is not None)


def _target(request: Request, body: NewReport) -> Target:
    """Return the target of a report, or 404 if it is not visible. Raises `Refusal` unless exactly one is named."""
    if sum(named is not None for named in (body.player, body.match, body.club)) != 1:
        raise Refusal(
            400, "one_target", gettext("Name a player, a match or a club, and one of them alone."), field="/match"
        )
    if body.club is not None:
        found = club_reportable(body.club, asking(request), body.club_message)
        if found is None:
            raise Http404
        return Target(club=found[0], club_message=found[1])
    if body.match is None:
        return Target(user=player_of_field(body.player or "", "/player"))
    match = visible_match(request, body.match)
    if body.message is not None:
        if (message := message_readable(match, asking(request), body.message.room, body.message.number)) is None:
            raise Http404
        return Target(match=match, message=message)
    if body.seat is None:
        return Target(match=match)
    if (seat := seat_held(match, body.seat)) is None:
        raise Http404
    return Target(match=match, seat=seat)
