"""What I want to be told about one match."""

from datetime import datetime

from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.models import User
from api.scopes import Scope
from api.shapes import Body, Shape
from api.views import ApiView, operation
from games.api.common import visible_match
from games.models import Match
from games.selectors import seat_of
from games.services.errors import Forbidden
from games.services.notices import topic_of
from notifications.api.choices import Channels, Reminders, channels_wanted, choice_of
from notifications.models import TopicWishes
from notifications.services.preferences import topic_wishes_set
from notifications.wishes import reader_of


class MatchChoicesShape(Shape):
    """What I am told about a match, by kind and channel."""

    special: bool
    """Whether I chose for this match; else it is as everywhere."""
    channels: dict[str, list[str]]
    reminders: list[str]


class NewMatchChoices(Body):
    """What I want to be told about a match. What is left out stays as it is."""

    special: bool = True
    """False: as everywhere else."""
    channels: Channels = {}
    reminders: Reminders | None = None


def _mine(request: Request, number: int) -> Match:
    """A match at which I have a seat. Raises `Forbidden`."""
    match = visible_match(request, number)
    if seat_of(match, request.user.pk) is None:
        raise Forbidden("not_your_seat", "Only players of a table choose its notices.")
    return match


def _shape(match: Match, user: User) -> MatchChoicesShape:
    topic = topic_of(match.pk)
    reader = reader_of(user, topic)
    special = TopicWishes.objects.filter(user=user, topic=topic).exists()
    return MatchChoicesShape(special=special, channels=channels_wanted(reader), reminders=list(reader.reminders))


class MatchChoicesView(ApiView):
    """My choices for one match."""

    @operation("Look at what I am told about a match", scope=Scope.READ, reply=MatchChoicesShape)
    def get(self, request: Request, number: int) -> MatchChoicesShape:
        """Each kind of notice with the channels by which I am told it about this match."""
        return _shape(_mine(request, number), asking(request))

    @operation("Choose what I am told about a match", scope=Scope.PLAY, reply=MatchChoicesShape, body=NewMatchChoices)
    def put(self, request: Request, number: int, body: NewMatchChoices, now: datetime) -> MatchChoicesShape:
        """Choose channels and reminders for one match, or have it as everywhere else."""
        match, user = _mine(request, number), asking(request)
        topic = topic_of(match.pk)
        choice = choice_of(reader_of(user, topic), body.channels, body.reminders) if body.special else None
        topic_wishes_set(user=user, topic=topic, choice=choice)
        return _shape(match, user)
