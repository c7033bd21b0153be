"""The chat of a club."""

from datetime import datetime

import msgspec
from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.throttles import count_as
from api.messages import ApiRequest, ApiResponse, Nothing, Text
from api.problems import ELSE
from api.scopes import Scope
from api.views import ApiView, operation
from clubs.api.responses import membership_of
from clubs.models import ClubMessage
from clubs.selectors.chat import club_chat
from clubs.services.chat import mark_read, take_back_club_message, write_club_message


class ClubMessageResponse(ApiResponse):
    """A message in a club."""

    number: int
    who: str
    is_mine: bool
    at: datetime
    text: str | None
    """None if it was taken back or hidden."""
    gone: str
    may_take_back: bool
    is_new: bool


class ClubChatResponse(ApiResponse):
    """The latest messages of a club, oldest first, without those of people you have blocked or muted."""

    messages: list[ClubMessageResponse]
    last: int
    """The number of the last message."""
    left_out: bool


class NewClubMessage(ApiRequest):
    """What to say."""

    text: Text


def _response(request: Request, number: int, now: datetime) -> ClubChatResponse:
    return msgspec.convert(club_chat(membership_of(request, number), now), ClubChatResponse, from_attributes=True)


class ClubChatView(ApiView):
    """The chat of a club."""

    @operation("Read the chat of a club", scope=Scope.READ, reply=ClubChatResponse)
    def get(self, request: Request, number: int) -> ClubChatResponse:
        """Read the latest messages. 404 unless you are a member."""
        return _response(request, number, timezone.now())

    @operation(
        "Write to a club",
        scope=Scope.CHAT,
        reply=ClubChatResponse,
        body=NewClubMessage,
        error_fields={ELSE: "/text"},
    )
    def post(self, request: Request, number: int, body: NewClubMessage, now: datetime) -> ClubChatResponse:
        """Send a message to the members of a club."""
        membership_of(request, number)
        count_as("chat", request, asking(request), wait=60)
        write_club_message(number=number, user=asking(request), text=body.text, now=now)
        return _response(request, number, now)


class ReadView(ApiView):
    """How far you have read."""

    @operation("Mark the chat of a club as read", scope=Scope.CHAT, reply=ClubChatResponse, body=Nothing)
    def post(self, request: Request, number: int, body: Nothing, now: datetime) -> ClubChatResponse:
        """Mark all messages of a club as read."""
        membership = membership_of(request, number)
        mark_read(membership=membership, up_to=club_chat(membership, now).last)
        return _response(request, number, now)


class ClubMessageView(ApiView):
    """A message in a club."""

    @operation("Take back a message in a club", scope=Scope.CHAT, reply=ClubChatResponse)
    def delete(self, request: Request, number: int, message: int, now: datetime) -> ClubChatResponse:
        """Take back a message that you sent within the last ten minutes."""
        membership_of(request, number)
        try:
            take_back_club_message(number=number, user=asking(request), message=message, now=now)
        except ClubMessage.DoesNotExist as error:
            raise Http404 from error
        return _response(request, number, now)
