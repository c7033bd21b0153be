"""Whom and what I do not want to read."""

from datetime import datetime

from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.models import User
from accounts.selectors import user_by_name
from api.cursors import newest_first
from api.problems import Refusal
from api.scopes import Scope
from api.shapes import FIRST, Body, Line, PageQuery, Shape
from api.views import ApiView, operation
from games.api.common import visible_match
from games.api.talking import TakeBack, TalkShape, talk_shape
from games.services.talk import author_mute, author_unmute, table_mute


class Mutings(Shape):
    """Whose messages I am not shown, at any table; the latest first."""

    results: list[str]
    next_cursor: str | None


class Unmuting(Body):
    """Whom I want to read again."""

    name: Line


class TableMuting(Body):
    """Whether the talk of a table is hidden from me."""

    muted: bool


def _muted(user: User, query: PageQuery = FIRST) -> Mutings:
    found = user.mutings.select_related("muted")
    page = newest_first(found, of="mutings", cursor=query.cursor, limit=query.limit)
    return Mutings(results=[muting.muted.username for muting in page.rows], next_cursor=page.next_cursor)


class MutingsView(ApiView):
    """People I have muted."""

    @operation("List whom I have muted", scope=Scope.READ, reply=Mutings, query=PageQuery)
    def get(self, request: Request, query: PageQuery) -> Mutings:
        """Whose messages I am not shown, at any table."""
        return _muted(asking(request), query)


class LiftedView(ApiView):
    """People I read again."""

    @operation("Read somebody again", scope=Scope.CHAT, reply=Mutings, body=Unmuting)
    def post(self, request: Request, body: Unmuting, now: datetime) -> Mutings:
        """Show me the messages of somebody whom I have muted."""
        me, other = asking(request), user_by_name(name=body.name)
        if other is None:
            detail = f"There is no player named “{body.name}”. Check the spelling."
            raise Refusal(400, "no_such_player", detail, field="/name")
        author_unmute(user=me, muted_id=other.pk)
        return _muted(me)


class AuthorView(ApiView):
    """The author of a message."""

    @operation("Mute the author of a message", scope=Scope.CHAT, reply=Mutings, body=TakeBack)
    def post(self, request: Request, number: int, body: TakeBack, now: datetime) -> Mutings:
        """No longer read whoever wrote this message, at any table."""
        match, me = visible_match(request, number), asking(request)
        author_mute(match=match, user=me, room=body.room, number=body.number)
        return _muted(me)


class TableView(ApiView):
    """The talk of one table."""

    @operation("Mute the talk of a table", scope=Scope.CHAT, reply=TalkShape, body=TableMuting)
    def put(self, request: Request, number: int, body: TableMuting, now: datetime) -> TalkShape:
        """Hide the talk of a table from me, or show it again."""
        match = visible_match(request, number)
        table_mute(match=match, user=asking(request), muted=body.muted)
        return talk_shape(request, number)
