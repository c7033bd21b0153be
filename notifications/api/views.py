"""The notices that the site's pages show."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from api.cursors import newest_first
from api.messages import ApiRequest, ApiResponse, Cursor, Limit, NextCursor
from api.scopes import Scope
from api.views import ApiView, operation
from notifications.models import Notice
from notifications.selectors import page_notices, unread_count, unread_notices
from notifications.services.seeing import mark_notices_read


class NoticeResponse(ApiResponse):
    """A notice."""

    number: int
    kind: str
    title: str
    text: str
    path: str
    """The page it is about."""
    at: datetime
    read_at: datetime | None


class NoticePage(ApiResponse):
    """Notices, newest first."""

    results: list[NoticeResponse]
    next_cursor: NextCursor


class NoticesQuery(ApiRequest):
    """Which notices."""

    unread: Annotated[bool, Meta(description="Only unread notices.")] = False
    cursor: Cursor = ""
    limit: Limit = 20


class Read(ApiRequest):
    """Which notices to mark as read."""

    number: Annotated[int | None, Meta(description="The number of a notice; leave it out to mark all.")] = None


class Unread(ApiResponse):
    """The number of unread notices."""

    unread: int


class NoticesView(ApiView):
    """Notices."""

    @operation("List your notices", scope=Scope.READ, reply=NoticePage, query=NoticesQuery)
    def get(self, request: Request, query: NoticesQuery) -> NoticePage:
        """List the notices shown on your pages. `GET /turns` has the matches that wait for you."""
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
