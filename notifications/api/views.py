"""What I was told: the notices behind the bell."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from api.cursors import newest_first
from api.messages import ApiRequest, ApiResponse, Cursor, Limit
from api.scopes import Scope
from api.views import ApiView, operation
from notifications.models import Notice
from notifications.selectors import page_notices, unread_count, unread_notices
from notifications.services.seeing import mark_notices_read


class NoticeResponse(ApiResponse):
    """One thing that I was told."""

    number: int
    kind: str
    title: str
    text: str
    path: str
    """The page that it is about."""
    at: datetime
    read_at: datetime | None


class NoticePage(ApiResponse):
    """Notices, newest first."""

    results: list[NoticeResponse]
    next_cursor: str | None


class NoticesQuery(ApiRequest):
    """Which notices."""

    unread: Annotated[bool, Meta(description="Only those that I have not read.")] = False
    cursor: Cursor = ""
    limit: Limit = 20


class Read(ApiRequest):
    """Which notices I have read."""

    number: Annotated[int | None, Meta(description="One of them; without it, all.")] = None


class Unread(ApiResponse):
    """How many notices are left."""

    unread: int


class NoticesView(ApiView):
    """Notices."""

    @operation("List my notices", scope=Scope.READ, reply=NoticePage, query=NoticesQuery)
    def get(self, request: Request, query: NoticesQuery) -> NoticePage:
        """What I was told on the page. Matches that wait for me are in `GET /turns`."""
        user = asking(request)
        found = page_notices(user=user)
        found = unread_notices(user_id=user.pk) if query.unread else found
        page = newest_first(found, of=f"notices {query.unread}", cursor=query.cursor, limit=query.limit)
        return NoticePage(results=[_response(notice) for notice in page.rows], next_cursor=page.next_cursor)


def _response(notice: Notice) -> NoticeResponse:
    words = {name: str(notice.context.get(name, "")) for name in ("title", "text", "path")}
    return NoticeResponse(number=notice.pk, kind=notice.kind, at=notice.due_at, read_at=notice.read_at, **words)


class MarkReadView(ApiView):
    """Marking notices as read."""

    @operation("Mark notices as read", scope=Scope.PLAY, reply=Unread, body=Read)
    def post(self, request: Request, body: Read, now: datetime) -> Unread:
        """Mark one notice, or all, as read."""
        user = asking(request)
        mark_notices_read(user_id=user.pk, notice_id=body.number, now=now)
        return Unread(unread=unread_count(user_id=user.pk))
