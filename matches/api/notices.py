"""Choices of notices about one match."""

from datetime import datetime

from django.http import Http404
from django.utils.translation import gettext
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.models import User
from api.messages import ApiRequest, ApiResponse
from api.scopes import Scope
from api.views import ApiView, operation
from foundation.errors import Forbidden
from matches.api.common import visible_match
from matches.models import Match
from matches.notices import topic_of
from matches.view.match_view import seat_of
from notifications.api.choices import Channels, Reminders, channels_wanted, choice_of
from notifications.models import TopicPreferences
from notifications.readers import reader_of
from notifications.services.preferences import set_topic_preferences


class MatchChoicesResponse(ApiResponse):
    """The notices you get about a match, by kind and channel."""

    special: bool
    """True if you made choices for this match; otherwise those for all matches apply."""
    channels: dict[str, list[str]]
    reminders: list[str]


class NewMatchChoices(ApiRequest):
    """The notices you want about a match. Fields left out stay as they are."""

    channels: Channels = {}
    reminders: Reminders | None = None


def _mine(request: Request, number: int) -> Match:
    """Return a match in which the user has a seat. Raises `Forbidden`."""
    match = visible_match(request, number)
    if seat_of(match, request.user.pk) is None:
        raise Forbidden("not_your_seat", gettext("Only players of a table choose its notices."))
    return match


def _response(match: Match, user: User) -> MatchChoicesResponse:
    topic = topic_of(match.pk)
    reader = reader_of(user, topic)
    special = TopicPreferences.objects.filter(user=user, topic=topic).exists()
    return MatchChoicesResponse(special=special, channels=channels_wanted(reader), reminders=list(reader.reminders))


class MatchChoicesView(ApiView):
    """Choices for one match."""

    @operation("Look at what you are told about a match", scope=Scope.READ, reply=MatchChoicesResponse)
    def get(self, request: Request, number: int) -> MatchChoicesResponse:
        """Get each kind of notice with the channels that you get it by for this match."""
        return _response(_mine(request, number), asking(request))

    @operation(
        "Choose what you are told about a match", scope=Scope.PLAY, reply=MatchChoicesResponse, body=NewMatchChoices
    )
    def put(self, request: Request, number: int, body: NewMatchChoices, now: datetime) -> MatchChoicesResponse:
        """Set channels and reminders for one match."""
        match, user = _mine(request, number), asking(request)
        topic = topic_of(match.pk)
        choice = choice_of(reader_of(user, topic), body.channels, body.reminders)
        set_topic_preferences(user=user, topic=topic, choice=choice)
        return _response(match, user)

    @operation("Remove your choices for a match", scope=Scope.PLAY, reply=MatchChoicesResponse)
    def delete(self, request: Request, number: int, now: datetime) -> MatchChoicesResponse:
        """Remove your choices, so that those for all matches apply. 404 if there are none."""
        match, user = _mine(request, number), asking(request)
        if not _response(match, user).special:
            raise Http404
        set_topic_preferences(user=user, topic=topic_of(match.pk), choice=None)
        return _response(match, user)
