"""Blocked players."""

from datetime import datetime

from django.http import Http404
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.named import player_of_field
from accounts.identity.blocks import block_user, unblock_user
from accounts.models import User
from accounts.values.names import name_key
from api.cursors import newest_first
from api.messages import FIRST, ApiRequest, ApiResponse, Line, NextCursor, PageQuery
from api.problems import ELSE
from api.scopes import Scope
from api.views import ApiView, operation


class Blocks(ApiResponse):
    """The players you have blocked, latest first. They are not told."""

    results: list[str]
    next_cursor: NextCursor


class Blocking(ApiRequest):
    """The player to block."""

    name: Line


def _blocks(user: User, query: PageQuery = FIRST) -> Blocks:
    found = user.blocks.select_related("other")
    page = newest_first(found, of="blocks", cursor=query.cursor, limit=query.limit)
    return Blocks(results=[block.other.username for block in page.rows], next_cursor=page.next_cursor)


class BlocksView(ApiView):
    """Blocked players."""

    @operation("List blocked players", scope=Scope.READ, reply=Blocks, query=PageQuery)
    def get(self, request: Request, query: PageQuery) -> Blocks:
        """List the players you have blocked: you meet them at no new table, and see none of their messages."""
        return _blocks(asking(request), query)

    @operation("Block a player", scope=Scope.PLAY, reply=Blocks, body=Blocking, error_fields={ELSE: "/name"})
    def post(self, request: Request, body: Blocking, now: datetime) -> Blocks:
        """Block a player. Your running matches continue, and anonymous ones stay anonymous until their end."""
        me = asking(request)
        block_user(user=me, other=player_of_field(body.name, "/name", closed_too=True), now=now)
        return _blocks(me)


class BlockView(ApiView):
    """A blocked player."""

    @operation("Unblock a player", scope=Scope.PLAY, reply=Blocks)
    def delete(self, request: Request, name: str, now: datetime) -> Blocks:
        """Unblock a player. 404 if you have not blocked them."""
        me = asking(request)
        block = me.blocks.select_related("other").filter(other__name_key=name_key(name)).first()
        if block is None:
            raise Http404
        unblock_user(user=me, other=block.other)
        return _blocks(me)
