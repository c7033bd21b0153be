"""Notices sent by mail, push and webhook, and their delivery."""

from datetime import datetime

from rest_framework.request import Request

from accounts.api.authentication import asking
from api.cursors import newest_first
from api.messages import ApiResponse, NextCursor, PageQuery
from api.scopes import Scope
from api.views import ApiView, operation
from notifications.held_back import outcomes
from notifications.models import Notice
from notifications.policy import mark_words
from notifications.selectors import ledger_of


class SentResponse(ApiResponse):
    """One notice on one channel."""

    number: int
    kind: str
    channel: str
    title: str
    path: str
    """The page it is about."""
    mark: str
    """Which of several reminders it is, in words."""
    outcome: str
    """Its delivery, in words."""
    reason: str
    due_at: datetime
    settled_at: datetime | None


class SentPage(ApiResponse):
    """Notices on all channels except the site's pages, newest first."""

    results: list[SentResponse]
    next_cursor: NextCursor


class SentView(ApiView):
    """Sent notices."""

    @operation("List what was sent to you", scope=Scope.READ, reply=SentPage, query=PageQuery)
    def get(self, request: Request, query: PageQuery) -> SentPage:
        """List the notices sent to you by mail, push and webhook, and whether and why each was delivered or not."""
        found = ledger_of(user=asking(request))
        page = newest_first(found, of="sent", cursor=query.cursor, limit=query.limit)
        became = outcomes(page.rows)
        return SentPage(results=[_response(row, became[row.pk]) for row in page.rows], next_cursor=page.next_cursor)


def _response(notice: Notice, outcome: str) -> SentResponse:
    return SentResponse(
        number=notice.pk,
        kind=notice.kind,
        channel=notice.channel,
        title=str(notice.context.get("title", "")),
        path=str(notice.context.get("path", "")),
        mark=mark_words(notice.mark),
        outcome=outcome,
        reason=notice.reason_words,
        due_at=notice.due_at,
        settled_at=notice.settled_at,
    )
