"""What is said and noted at a table, as far as I may read it."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from django.utils import timezone
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.throttles import count_as
from api.problems import ELSE
from api.scopes import Scope
from api.shapes import Body, Shape
from api.views import ApiView, operation
from games.api.common import visible_match
from games.api.shapes import Invitation
from games.services.talk import (
    LONGEST_MESSAGE,
    LONGEST_NOTE,
    message_take_back,
    message_write,
    messages_read,
    note_write,
    table_star,
)
from games.talk import talk_view

Room = Literal["players", "watchers"]


class MessageShape(Shape):
    """Something said."""

    number: int
    who: str
    is_mine: bool
    at: datetime
    text: str | None
    """Null where it was taken back or hidden."""
    gone: str
    """Why, then."""
    is_new: bool


class RoomShape(Shape):
    """A room that I may read."""

    room: str
    note: str
    """Who reads it."""
    messages: list[MessageShape]
    """Oldest first."""
    unread: int
    last: int


class TalkShape(Shape):
    """All that I may read beside a match."""

    rooms: list[RoomShape]
    note: str
    """What I have noted for myself."""
    starred: bool
    muted: bool
    """Whether I have hidden the talk of this table."""
    closed: str
    """Why there is nothing to read, if there is not."""


class TalkQuery(Body):
    """How much of it."""

    latest: Annotated[int, Meta(ge=1, le=500, description="How many messages of each room, at most.")] = 30
    invitation: Invitation = ""


OF_NUMBER = {"no_such_message": "/number", "not_your_message": "/number", ELSE: "/number"}


class NewMessage(Body):
    """Something to say."""

    room: Room
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_MESSAGE, pattern=r"^[^\x00]*$")]


class ReadTo(Body):
    """How far I have read."""

    room: Room
    number: Annotated[int, Meta(ge=0, le=2**31 - 1)]


class TakeBack(Body):
    """A message of mine."""

    room: Room
    number: Annotated[int, Meta(ge=1, le=2**31 - 1)]


class NewNote(Body):
    """What I note for myself; empty to throw it away."""

    text: Annotated[str, Meta(max_length=LONGEST_NOTE, pattern=r"^[^\x00]*$")]


class Star(Body):
    """Whether the table is on my own list."""

    starred: bool


def talk_shape(request: Request, number: int, latest: int = 30, invitation: str = "") -> TalkShape:
    """The talk of a table for programs."""
    match = visible_match(request, number, invitation)
    view = talk_view(match, asking(request).pk, now=timezone.now(), latest=latest)
    return msgspec.convert(view, TalkShape, from_attributes=True)


class TalkView(ApiView):
    """The talk of a table."""

    @operation("Read the talk", scope=Scope.READ, reply=TalkShape, query=TalkQuery)
    def get(self, request: Request, number: int, query: TalkQuery) -> TalkShape:
        """What was said in the rooms that I may read, and what I have noted."""
        return talk_shape(request, number, query.latest, query.invitation)

    @operation(
        "Say something",
        scope=Scope.CHAT,
        reply=TalkShape,
        body=NewMessage,
        status=201,
        blamed={ELSE: "/text", "not_your_room": "/room"},
    )
    def post(self, request: Request, number: int, body: NewMessage, now: datetime) -> TalkShape:
        """Write in a room that I may read."""
        visible_match(request, number)
        user = asking(request)
        count_as("talk", request, user, wait=60)
        message_write(match_id=number, user=user, room=body.room, text=body.text, now=now)
        return talk_shape(request, number)


class TakeBackView(ApiView):
    """Messages taken back."""

    @operation("Take a message back", scope=Scope.CHAT, reply=TalkShape, body=TakeBack, blamed=OF_NUMBER)
    def post(self, request: Request, number: int, body: TakeBack, now: datetime) -> TalkShape:
        """Take back what I said a few minutes ago."""
        visible_match(request, number)
        message_take_back(match_id=number, user=asking(request), room=body.room, number=body.number, now=now)
        return talk_shape(request, number)


class ReadView(ApiView):
    """How far the talk is read."""

    @operation("Note that the talk was read", scope=Scope.CHAT, reply=TalkShape, body=ReadTo)
    def post(self, request: Request, number: int, body: ReadTo, now: datetime) -> TalkShape:
        """Note up to which message I have read a room."""
        match = visible_match(request, number)
        messages_read(match=match, user=asking(request), room=body.room, up_to=body.number)
        return talk_shape(request, number)


class NoteView(ApiView):
    """My own note."""

    @operation("Note something for myself", scope=Scope.PLAY, reply=TalkShape, body=NewNote, blamed={ELSE: "/text"})
    def put(self, request: Request, number: int, body: NewNote, now: datetime) -> TalkShape:
        """Keep what nobody but I can read."""
        match = visible_match(request, number)
        note_write(match=match, user=asking(request), text=body.text, now=now)
        return talk_shape(request, number)


class StarView(ApiView):
    """My own list."""

    @operation("Follow a table", scope=Scope.PLAY, reply=TalkShape, body=Star, blamed={"too_many_starred": "/starred"})
    def put(self, request: Request, number: int, body: Star, now: datetime) -> TalkShape:
        """Put a table on my own list or take it off; nobody else learns of it."""
        match = visible_match(request, number)
        table_star(match=match, user=asking(request), starred=body.starred)
        return talk_shape(request, number)
