"""Whom I do not wish to meet."""

from datetime import datetime

from django.core.exceptions import ValidationError
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.blocks import user_block, user_unblock
from accounts.models import User
from accounts.names import name_key
from api.cursors import newest_first
from api.problems import Refusal
from api.scopes import Scope
from api.shapes import FIRST, Body, Line, PageQuery, Shape
from api.views import ApiView, operation


class Blocks(Shape):
    """Whom I have blocked, the latest first; they are not told."""

    results: list[str]
    next_cursor: str | None


class Blocking(Body):
    """A player."""

    name: Line


def _blocks(user: User, query: PageQuery = FIRST) -> Blocks:
    found = user.blocks.select_related("other")
    page = newest_first(found, of="blocks", cursor=query.cursor, limit=query.limit)
    return Blocks(results=[block.other.username for block in page.rows], next_cursor=page.next_cursor)


def _named(name: str) -> User:
    found = User.objects.filter(name_key=name_key(name)).first()
    if found is None:
        raise Refusal(400, "no_such_player", f"There is no player named “{name}”. Check the spelling.", field="/name")
    return found


class BlocksView(ApiView):
    """People I have blocked."""

    @operation("List whom I have blocked", scope=Scope.READ, reply=Blocks, query=PageQuery)
    def get(self, request: Request, query: PageQuery) -> Blocks:
        """Whom I meet at no new table, and read nothing of."""
        return _blocks(asking(request), query)

    @operation("Block somebody", scope=Scope.PLAY, reply=Blocks, body=Blocking)
    def post(self, request: Request, body: Blocking, now: datetime) -> Blocks:
        """No longer meet a player. What runs goes on; tables that hide names do so until their end."""
        me = asking(request)
        try:
            user_block(user=me, other=_named(body.name), now=now)
        except ValidationError as error:
            raise Refusal(400, str(error.code), error.messages[0], field="/name") from error
        return _blocks(me)


class LiftedBlocksView(ApiView):
    """People I meet again."""

    @operation("Lift a block", scope=Scope.PLAY, reply=Blocks, body=Blocking)
    def post(self, request: Request, body: Blocking, now: datetime) -> Blocks:
        """Meet a player again."""
        me = asking(request)
        user_unblock(user=me, other=_named(body.name))
        return _blocks(me)
