"""Replays: uploaded records of matches, checked, saved and shown step by step."""

from datetime import datetime
from typing import Annotated

import msgspec
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.throttles import CountedAs, count_costly
from accounts.security.limits import asking_for_costly
from api.cursors import newest_first
from api.messages import ApiRequest, ApiResponse, Cursor, Limit, NextCursor
from api.parsing import JsonParser
from api.scopes import Scope
from api.views import ApiView, operation
from engine.log import MatchRecord
from matches.api.responses import MatchResponse, match_response
from matches.models.social import Replay
from matches.play.replays import checked_file, keep_replay, remove_replay
from matches.view.record_check import LARGEST_FILE, MOST_PARTS, Checked
from matches.view.replays import replay_view

HOUR = 3600
STEPS = "/record/steps"
ERROR_FIELDS = {
    "file_file": "/record",
    "file_too_large": "/record",
    "match_too_long": STEPS,
    "file_format": "/record/format",
    "file_game": "/record/game",
    "file_beginning": STEPS,
    "file_options": "/record/options",
    "file_names": "/record/seats",
    "file_contributions": "/record/seats",
    "file_too_costly": "/record",
    "file_breaks_check": "/record",
    "file_seed": "/record/site_seed",
    "file_beacon": "/record/beacon",
    "file_checksum": "/record/checksum",
    "file_proof": "/record/proof",
    "file_form": "/record",
    **{f"file_{check}": STEPS for check in ("chain", "answers", "closed", "chance", "rules", "end", "note")},
}
"""The field of a record that is the reason, by the code of the refusal."""


class RecordParser(JsonParser):
    """Parser of bodies with the record of a whole match."""

    most = LARGEST_FILE
    most_parts = MOST_PARTS
    whole_numbers = True


class Brought(CountedAs):
    """Count a record before it is read, as reading it takes longest."""

    action, seconds, methods = "replay", HOUR, frozenset({"POST"})


class NewReplay(ApiRequest):
    """The record of a finished match."""

    record: Annotated[MatchRecord, Meta(description="The export of a finished match by `GET …/export?form=record`.")]


class ReplayResponse(ApiResponse):
    """One of your replays."""

    token: str
    """Identifies the replay. Anyone with the token can view it."""
    title: str
    added_at: datetime
    match: int | None
    """The number of the match here, if this site signed the file; otherwise nothing shows where it was played."""
    url: str
    """Its page."""


class ReplayPage(ApiResponse):
    """Your replays, newest first."""

    results: list[ReplayResponse]
    next_cursor: NextCursor


class ReplaysQuery(ApiRequest):
    """Which page of your replays."""

    cursor: Cursor = ""
    limit: Limit = 50


class PositionQuery(ApiRequest):
    """Which position of a replay to show, and to whom."""

    step: Annotated[int, Meta(ge=0, le=2**31 - 1, description="After which step; by default the last.")] | UnsetType = (
        UNSET
    )
    seat: Annotated[int, Meta(ge=0, le=99, description="Whose view to show; by default a spectator's.")] | UnsetType = (
        UNSET
    )


def _checked(request: Request, body: NewReplay) -> dict[str, Checked]:
    whose = asking_for_costly(request, asking(request))
    return {"found": checked_file(msgspec.json.encode(body.record), whose)}


class ReplaysView(ApiView):
    """Replays."""

    parser_classes = (RecordParser,)
    throttle_classes = (*ApiView.throttle_classes, Brought)

    @operation("List your replays", scope=Scope.READ, reply=ReplayPage, query=ReplaysQuery)
    def get(self, request: Request, query: ReplaysQuery) -> ReplayPage:
        """List your replays, newest first."""
        mine = asking(request).replays.defer("record")
        page = newest_first(mine, of="replays", cursor=query.cursor, limit=query.limit)
        return ReplayPage(results=[_response(request, kept) for kept in page.rows], next_cursor=page.next_cursor)

    @operation(
        "Bring a replay",
        scope=Scope.MANAGE,
        reply=ReplayResponse,
        body=NewReplay,
        status=201,
        error_fields=ERROR_FIELDS,
        before=_checked,
        busy=True,
    )
    def post(self, request: Request, body: NewReplay, found: Checked, now: datetime) -> ReplayResponse:
        """Check the record of a finished match from its seed to its last step, and save it. It is never rated.

        Each match is saved once: uploading it again returns the same replay. Long records are refused with 503 at
        first, and checked meanwhile: send such a record again after the seconds of `Retry-After`.
        """
        return _response(request, keep_replay(owner=asking(request), found=found, now=now))


class ReplayView(ApiView):
    """A replay."""

    @operation("Look at a replay", scope=Scope.READ, reply=MatchResponse, query=PositionQuery)
    def get(self, request: Request, token: str, query: PositionQuery) -> MatchResponse:
        """Get the match after a step, as a spectator or a seat saw it."""
        count_costly(request, asking(request))
        kept = Replay.objects.get(token=token)
        step, seat = (None if number is UNSET else number for number in (query.step, query.seat))
        try:
            return match_response(replay_view(kept, seat, step))
        except IndexError as error:
            raise Http404(gettext("This replay has no such step or seat.")) from error

    @operation("Remove a replay", scope=Scope.MANAGE, reply=None, status=204)
    def delete(self, request: Request, token: str, now: datetime) -> None:
        """Delete your replay. Its link stops working."""
        if not remove_replay(owner=asking(request), token=token):
            raise Http404(gettext("There is no such replay."))


def _response(request: Request, kept: Replay) -> ReplayResponse:
    url = request.build_absolute_uri(reverse("matches:replay_shown", args=[kept.token]))
    return ReplayResponse(
        token=kept.token, title=kept.title, match=kept.match_number or None, added_at=kept.added_at, url=url
    )
