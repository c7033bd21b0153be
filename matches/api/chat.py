"""The chat of a table, your own note, and your starred tables."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from django.http import Http404
from django.utils import timezone
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.throttles import count_as
from api.messages import ApiRequest, ApiResponse, Nothing
from api.problems import ELSE
from api.scopes import Scope
from api.views import ApiView, operation
from matches.api.common import visible_match
from matches.api.responses import Invitation
from matches.chat.read import chat_view, rooms_read
from matches.chat.write import (
    LONGEST_MESSAGE,
    LONGEST_NOTE,
    mark_messages_read,
    star_table,
    take_back_message,
    write_message,
    write_note,
)

Room = Literal["players", "spectators"]


class MessageResponse(ApiResponse):
    """A message."""

    number: int
    who: str
    is_mine: bool
    at: datetime
    """When it was written."""
    text: str | None
    """Null if it was taken back or hidden."""
    gone: str
    """Why there is no text."""
    is_new: bool
    """True if somebody else wrote it and you have not read it."""


class RoomResponse(ApiResponse):
    """A room that you may read."""

    room: str
    """`players` or `spectators`."""
    note: str
    """Who can read it."""
    messages: list[MessageResponse]
    """Oldest first."""
    unread: int
    """How many messages of others you have not read."""
    last: int
    """The number of the last message, 0 if there is none. Send it to mark the room as read."""


class ChatResponse(ApiResponse):
    """The chat and your note of a match, as far as you may read them."""

    rooms: list[RoomResponse]
    note: str
    """Your own note."""
    starred: bool
    muted: bool
    """True if you have muted this chat."""
    closed: str
    """Why there is nothing to read, or ""."""


class ChatQuery(ApiRequest):
    """How many messages to return."""

    latest: Annotated[int, Meta(ge=1, le=500, description="The maximum number of messages of each room.")] = 30
    invitation: Invitation = ""


class NewMessage(ApiRequest):
    """A message to write."""

    room: Room
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_MESSAGE, pattern=r"^[^\x00]*$")]


class ReadTo(ApiRequest):
    """The last message that you have read."""

    room: Room
    number: Annotated[int, Meta(ge=0, le=2**31 - 1)]


class NewNote(ApiRequest):
    """Your own note."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_NOTE, pattern=r"^[^\x00]*$")]


def chat_response(request: Request, number: int, latest: int = 30, invitation: str = "") -> ChatResponse:
    """Return the chat of a table."""
    match = visible_match(request, number, invitation)
    view = chat_view(match, asking(request), now=timezone.now(), latest=latest)
    return msgspec.convert(view, ChatResponse, from_attributes=True)


class ChatApiView(ApiView):
    """The chat of a table."""

    @operation("Read the chat", scope=Scope.READ, reply=ChatResponse, query=ChatQuery)
    def get(self, request: Request, number: int, query: ChatQuery) -> ChatResponse:
        """Get the messages of the rooms that you may read, and your own note."""
        return chat_response(request, number, query.latest, query.invitation)

    @operation(
        "Write a message",
        scope=Scope.CHAT,
        reply=ChatResponse,
        body=NewMessage,
        status=201,
        error_fields={ELSE: "/text", "not_your_room": "/room"},
    )
    def post(self, request: Request, number: int, body: NewMessage, now: datetime) -> ChatResponse:
        """Write in a room that you may read."""
        visible_match(request, number)
        user = asking(request)
        count_as("chat", request, user, wait=60)
        write_message(match_id=number, user=user, room=body.room, text=body.text, now=now)
        return chat_response(request, number)


class MessageView(ApiView):
    """One message."""

    @operation("Take a message back", scope=Scope.CHAT, reply=ChatResponse)
    def delete(self, request: Request, number: int, room: str, message: int, now: datetime) -> ChatResponse:
        """Take back a message you wrote a few minutes ago. 404 if you already have."""
        match, me = visible_match(request, number), asking(request)
        found = match.messages.filter(room=room, number=message, taken_back_at=None)
        if room not in rooms_read(match, me) or not found.exists():
            raise Http404
        take_back_message(match_id=number, user=me, room=room, number=message, now=now)
        return chat_response(request, number)


class MarkReadView(ApiView):
    """Read messages."""

    @operation("Mark messages as read", scope=Scope.CHAT, reply=ChatResponse, body=ReadTo)
    def post(self, request: Request, number: int, body: ReadTo, now: datetime) -> ChatResponse:
        """Mark the messages of a room as read, up to one of them."""
        match = visible_match(request, number)
        mark_messages_read(match=match, user=asking(request), room=body.room, up_to=body.number)
        return chat_response(request, number)


class NoteView(ApiView):
    """Your own note."""

    @operation(
        "Note something for yourself", scope=Scope.PLAY, reply=ChatResponse, body=NewNote, error_fields={ELSE: "/text"}
    )
    def put(self, request: Request, number: int, body: NewNote, now: datetime) -> ChatResponse:
        """Save a note that only you can read."""
        match = visible_match(request, number)
        write_note(match=match, user=asking(request), text=body.text, now=now)
        return chat_response(request, number)

    @operation("Remove your note", scope=Scope.PLAY, reply=ChatResponse)
    def delete(self, request: Request, number: int, now: datetime) -> ChatResponse:
        """Delete your note. 404 if there is none."""
        match, me = visible_match(request, number), asking(request)
        if not match.notes.filter(writer=me).exists():
            raise Http404
        write_note(match=match, user=me, text="", now=now)
        return chat_response(request, number)


class StarView(ApiView):
    """Starred tables."""

    @operation("Star a table", scope=Scope.PLAY, reply=ChatResponse, body=Nothing)
    def put(self, request: Request, number: int, body: Nothing, now: datetime) -> ChatResponse:
        """Star a table. Nobody else sees your stars."""
        match = visible_match(request, number)
        star_table(match=match, user=asking(request), starred=True)
        return chat_response(request, number)

    @operation("Unstar a table", scope=Scope.PLAY, reply=ChatResponse)
    def delete(self, request: Request, number: int, now: datetime) -> ChatResponse:
        """Remove your star from a table. 404 if it has none."""
        match, me = visible_match(request, number), asking(request)
        if not match.followings.filter(user=me, starred=True).exists():
            raise Http404
        star_table(match=match, user=me, starred=False)
        return chat_response(request, number)
