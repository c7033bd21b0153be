"""Muted players and chats."""

from datetime import datetime
from typing import Annotated

from django.http import Http404
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.models import User
from accounts.values.names import name_key
from api.cursors import newest_first
from api.messages import FIRST, ApiRequest, ApiResponse, NextCursor, Nothing, PageQuery
from api.scopes import Scope
from api.views import ApiView, operation
from matches.api.chat import ChatResponse, Room, chat_response
from matches.api.common import visible_match
from matches.chat.write import mute_author, mute_match_chat, unmute_author


class Mutings(ApiResponse):
    """The players whose messages are hidden from you at every table, latest first."""

    results: list[str]
    next_cursor: NextCursor


class NewMuting(ApiRequest):
    """A message whose author to mute, as names may be hidden at a table."""

    match: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    room: Room
    number: Annotated[int, Meta(ge=1, le=2**31 - 1)]


OF_MESSAGE = dict.fromkeys(("no_such_message", "nobody_to_mute", "names_hidden"), "/number")


def _muted(user: User, query: PageQuery = FIRST) -> Mutings:
    found = user.mutings.select_related("muted")
    page = newest_first(found, of="mutings", cursor=query.cursor, limit=query.limit)
    return Mutings(results=[muting.muted.username for muting in page.rows], next_cursor=page.next_cursor)


class MutingsView(ApiView):
    """Muted players."""

    @operation("List muted players", scope=Scope.READ, reply=Mutings, query=PageQuery)
    def get(self, request: Request, query: PageQuery) -> Mutings:
        """List the players whose messages are hidden from you at every table."""
        return _muted(asking(request), query)

    @operation("Mute the author of a message", scope=Scope.CHAT, reply=Mutings, body=NewMuting, error_fields=OF_MESSAGE)
    def post(self, request: Request, body: NewMuting, now: datetime) -> Mutings:
        """Hide this author's messages from you at every table."""
        match, me = visible_match(request, body.match), asking(request)
        mute_author(match=match, user=me, room=body.room, number=body.number)
        return _muted(me)


class MutingView(ApiView):
    """A muted player."""

    @operation("Unmute a player", scope=Scope.CHAT, reply=Mutings)
    def delete(self, request: Request, name: str, now: datetime) -> Mutings:
        """Show a player's messages again. 404 if you have not muted them."""
        me = asking(request)
        muting = me.mutings.filter(muted__name_key=name_key(name)).first()
        if muting is None:
            raise Http404
        unmute_author(user=me, muted_id=muting.muted_id)
        return _muted(me)


class ChatMuteView(ApiView):
    """The chat of one table."""

    @operation("Mute a chat", scope=Scope.CHAT, reply=ChatResponse, body=Nothing)
    def put(self, request: Request, number: int, body: Nothing, now: datetime) -> ChatResponse:
        """Hide the chat of a table from you."""
        match = visible_match(request, number)
        mute_match_chat(match=match, user=asking(request), muted=True)
        return chat_response(request, number)

    @operation("Unmute a chat", scope=Scope.CHAT, reply=ChatResponse)
    def delete(self, request: Request, number: int, now: datetime) -> ChatResponse:
        """Show the chat of a table again. 404 if you have not muted it."""
        match, me = visible_match(request, number), asking(request)
        if not match.followings.filter(user=me, muted=True).exists():
            raise Http404
        mute_match_chat(match=match, user=me, muted=False)
        return chat_response(request, number)
