"""Play on from a position of a finished or uploaded match."""

from datetime import datetime
from typing import Annotated, Literal

from django.http import Http404
from django.utils.translation import gettext
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.throttles import count_as, count_costly
from api.messages import ApiRequest, Line
from api.scopes import Scope
from api.views import ApiView, Reply, operation
from engine.table_settings import TimeControl
from games.levels import USUAL
from matches.api.common import visible_match
from matches.api.receipts import SeatedResponse, as_seated
from matches.lobby.forks import Start, play_on, start_in_match, start_in_replay
from matches.models.social import Replay

HOUR = 3600
ERROR_FIELDS = {
    "no_such_company": "/company",
    "origin_not_public": "/company",
    "no_such_seat": "/seat",
    "no_such_bot": "/level",
    "no_such_time_control": "/turn_seconds",
}


class Fork(ApiRequest):
    """How to play on."""

    seat: Annotated[int, Meta(ge=0, le=99, description="The seat to take.")]
    company: Annotated[
        Literal["bots", "link", "open"],
        Meta(description="Who takes the other seats: bots, people with the invitation link, or anyone."),
    ] = "bots"
    level: Annotated[Line, Meta(description="How well bots play: one of `bots` of `GET /games/{slug}`.")] = USUAL
    turn_seconds: Annotated[int, Meta(description="The time for each answer, as for a new table.")] = 14 * 24 * 3600


class ReplayFork(Fork):
    """How to play on, and from which step of a replay."""

    step: Annotated[int, Meta(ge=0, le=2**31 - 1, description="After which step.")] = 0


class PlayOnView(ApiView):
    """Forks of matches."""

    @operation(
        "Play on from a step",
        scope=Scope.MANAGE,
        reply=SeatedResponse,
        body=Fork,
        status=201,
        error_fields=ERROR_FIELDS,
    )
    def post(self, request: Request, number: int, step: int, body: Fork, now: datetime) -> Reply:
        """Open a match that begins where a finished one stood after a step. It counts for nothing.

        All hands are as they were; what was still to be drawn is shuffled again, by new seeds.
        """
        count_costly(request, asking(request))
        count_as("play_on", request, asking(request), wait=HOUR)
        match = visible_match(request, number)
        try:
            return _open_match(request, start_in_match(match, step, asking(request).pk), body, now)
        except IndexError as error:
            raise Http404(gettext("This match has no such step.")) from error


class ReplayPlayOnView(ApiView):
    """Forks of uploaded matches."""

    @operation(
        "Play on from a replay",
        scope=Scope.MANAGE,
        reply=SeatedResponse,
        body=ReplayFork,
        status=201,
        error_fields=ERROR_FIELDS,
    )
    def post(self, request: Request, token: str, body: ReplayFork, now: datetime) -> Reply:
        """Open a private match that begins where an uploaded one stood after a step. It counts for nothing.

        As the uploaded match may be private, only bots and people with the invitation link take the other seats.
        """
        count_costly(request, asking(request))
        count_as("play_on", request, asking(request), wait=HOUR)
        kept = Replay.objects.get(token=token)
        try:
            return _open_match(request, start_in_replay(kept, body.step), body, now)
        except IndexError as error:
            raise Http404(gettext("This replay has no such step.")) from error


def _open_match(request: Request, start: Start, body: Fork, now: datetime) -> Reply:
    match = play_on(
        host=asking(request),
        start=start,
        seat=body.seat,
        company=body.company,
        level=body.level,
        time_control=TimeControl(body.turn_seconds),
        now=now,
    )
    return Reply(as_seated(request, match.pk), {"Location": f"/api/v1/matches/{match.pk}"})
