"""The matches that wait for an answer, with long polling."""

from datetime import datetime
from typing import Annotated

from django.db.models import F
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.authentication import asking
from accounts.models import User
from api.etags import is_unchanged, tag_of
from api.messages import ApiRequest, ApiResponse
from api.scopes import Scope
from api.views import ApiView, Reply, operation
from foundation.live import reader_group
from matches.models import Match, Seat
from matches.view.match_view import match_view_light, seat_of
from matches.view.summaries import my_matches

LONGEST_WAIT = 60
MOST = 100


class Turn(ApiResponse):
    """A match that waits for your first answer of the round."""

    number: int
    """The number of the match, as in its URL."""
    game: str
    """The slug of the game, as in `GET /games`."""
    title: str
    """The name of the game."""
    step: int
    """The step that your answer is for."""
    task: str
    """What you have to do, in words."""
    deadline: datetime | None
    """When your time runs out; null if you have as long as you like."""


class Turns(ApiResponse):
    """The 100 most urgent matches that wait for you, most urgent first. Answer these to get more."""

    turns: list[Turn]
    running: int
    """The number of your matches that are not over, whether or not they wait for you."""


class TurnsQuery(ApiRequest):
    """How long the request may wait."""

    wait: Annotated[
        int,
        Meta(
            ge=0,
            le=LONGEST_WAIT,
            description="Seconds to wait until a match waits for you "
            "or, with If-None-Match, until the reply would differ.",
        ),
    ] = 0


class TurnsView(ApiView):
    """The matches that wait for you."""

    @operation("See what waits for you", scope=Scope.READ, reply=Turns, query=TurnsQuery, etag=True)
    def get(self, request: Request, query: TurnsQuery) -> Reply:
        """List the matches that wait for your answer. With `wait` the reply comes as soon as there is one."""
        turns = turns_of(asking(request))
        headers = {"ETag": tag_of(turns)}
        same = is_unchanged(request, headers["ETag"])
        self.patient = same or not (turns.turns or request.headers.get("If-None-Match"))
        self.seconds = query.wait
        return Reply(None, headers, 304) if same else Reply(turns, headers)

    def finalize_response(self, request: Request, response: Response, *args: object, **kwargs: object) -> Response:
        """Let the server repeat the request after the next push if there is no news yet."""
        final = super().finalize_response(request, response, *args, **kwargs)
        if getattr(self, "patient", False) and self.seconds:
            final.asks_again = (reader_group(asking(request).pk), self.seconds)  # type: ignore[attr-defined]
        return final


def turns_of(user: User) -> Turns:
    """Return the matches that wait for a user, as far as their seats may know."""
    seats = Seat.objects.filter(user=user, awaited=True, match__status=Match.Status.RUNNING)
    waiting = seats.exclude(answers__step=F("match__step") + 1).order_by("deadline", "pk")
    numbers = list(waiting.values_list("match_id", flat=True)[:MOST])
    found = {match.pk: match for match in my_matches(user).filter(pk__in=numbers)} if numbers else {}
    turns = [_turn(found[number], user) for number in numbers if number in found]
    running = Seat.objects.filter(user=user, match__status__in=Match.GOING_ON).count()
    return Turns(turns=[turn for turn in turns if turn is not None], running=running)


def _turn(match: Match, user: User) -> Turn | None:
    """Return one turn, or None if a conditional move answers it or the match moved on between two queries."""
    view = match_view_light(match, seat_of(match, user.pk))
    if view.asked is None or view.asked.answer:
        return None
    return Turn(
        number=view.number,
        game=view.slug,
        title=view.title,
        step=view.asked.step,
        task=view.asked.task,
        deadline=view.asked.deadline,
    )
