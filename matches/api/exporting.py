"""Exports of matches: as JSON with a schema, as a verifiable record, or in Portable Piecepack Notation."""

from typing import Annotated, Any, Literal, cast

import msgspec
from django.urls import reverse
from django.utils.translation import gettext
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.throttles import count_costly
from accounts.security.limits import asking_for_costly
from api.messages import ApiRequest, ApiResponse
from api.scopes import Scope
from api.views import ApiView, operation
from foundation.errors import Refused
from matches.api.common import visible_match, whole_match
from matches.api.receipts import ReceiptResponse, receipt_response
from matches.models import Match
from matches.view.exports import is_piecepack
from matches.view.long_files import fetch_file
from matches.view.match_view import seat_of

ERROR_FIELDS = dict.fromkeys(("match_not_finished", "no_piecepack"), "form")


class Export(ApiResponse):
    """A match in the requested form."""

    form: str
    """The form you asked for."""
    schema: str | None
    """The URL of the JSON Schema of `content`."""
    content: dict[str, Any] | None
    """The file: of a record, what the checker and `POST /replays` take. Null for the notation."""
    text: str | None
    """The notation, if requested."""


class ExportQuery(ApiRequest):
    """The form of the export."""

    form: Annotated[
        Literal["view", "record", "ppn"],
        Meta(
            description="`view`: everything you may know; `record`: a finished match with every secret opened; "
            "`ppn`: Portable Piecepack Notation, for games on piecepack pieces."
        ),
    ] = "view"
    invitation: Annotated[str, Meta(max_length=40, description="The token of an invitation link.")] = ""


class ExportView(ApiView):
    """A match as a file."""

    @operation(
        "Export a match", scope=Scope.READ, reply=Export, query=ExportQuery, error_fields=ERROR_FIELDS, busy=True
    )
    def get(self, request: Request, number: int, query: ExportQuery) -> Export:
        """Export everything you may know of a match, running or finished, from its first step.

        The file of a long match is made apart: answers 503 until it is done, in a few seconds.
        """
        count_costly(request, asking(request))
        match = whole_match(request, number, query.invitation)
        data = _file(request, match, query.form)
        if query.form == "ppn":
            return Export(form="ppn", schema=None, content=None, text=data.decode())
        path = reverse("matches:schema", args=[match.game, "match" if query.form == "record" else "view"])
        # As it is: to read a long match and write it again takes longer than a request may.
        content = cast(dict[str, Any], msgspec.Raw(data))
        return Export(form=query.form, schema=request.build_absolute_uri(path), content=content, text=None)


class ReceiptView(ApiView):
    """The receipt of your seat."""

    @operation("Get the receipt of your seat", scope=Scope.READ, reply=ReceiptResponse)
    def get(self, request: Request, number: int) -> ReceiptResponse:
        """Get what the site has fixed so far, signed. Keep it to compare the record with it after the match."""
        count_costly(request, asking(request))
        return receipt_response(visible_match(request, number), asking(request))


def _file(request: Request, match: Match, form: str) -> bytes:
    """Return the whole match, as the reader may see it."""
    if form == "ppn" and not is_piecepack(match.game):
        raise Refused("no_piecepack", gettext("This game has pieces of its own. Ask for the form `view`."))
    if match.step < 0 and form != "record":
        raise Refused("match_not_begun", gettext("This match has not begun. Try again when every seat is taken."))
    viewer = None if form == "record" else seat_of(match, request.user.pk)
    return fetch_file(match, form, viewer, asking_for_costly(request._request, asking(request)))
