"""Matches as files for their reader, and the JSON Schema of each file format."""

import msgspec
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.identity.readers import reader_or_none
from accounts.security.caching import KEPT_BY_NOBODY
from accounts.security.limits import asking_for_costly, costly
from foundation.errors import Refused
from games.registry import GAMES
from matches.models import Match
from matches.view.exports import is_piecepack
from matches.view.long_files import fetch_file
from matches.view.match_view import seat_of
from matches.view.schemas import FORMS, schema_of
from matches.view.signed import receipt_of
from matches.web.views.common import refusal, visible_match

DAY = 24 * 3600


@require_safe
@costly
def view_json(request: HttpRequest, number: int) -> HttpResponse:
    """Export everything that this reader may know of a match, as JSON."""
    return _file(request, visible_match(request, number), "view", "application/json")


@require_safe
@costly
def view_ppn(request: HttpRequest, number: int) -> HttpResponse:
    """Export a match in Portable Piecepack Notation, for games played with the piecepack."""
    match = visible_match(request, number)
    if not is_piecepack(match.game):
        raise Http404(gettext("This game is not played with the piecepack."))
    return _file(request, match, "ppn", "text/plain; charset=utf-8")


@require_safe
@login_required
@costly
def receipt(request: HttpRequest, number: int) -> HttpResponse:
    """Export what the site has fixed for the reader's seat so far, signed."""
    match = visible_match(request, number)
    try:
        data = msgspec.json.format(msgspec.json.encode(receipt_of(match, request.user.pk)), indent=1)
    except Refused as refused:
        return refusal(request, refused, number=number)
    reply = HttpResponse(data, content_type="application/json")
    reply["Cache-Control"] = KEPT_BY_NOBODY
    reply["Content-Disposition"] = f'attachment; filename="receipt-{match.game}-{match.pk}.json"'
    return reply


@require_safe
def schema(request: HttpRequest, slug: str, form: str) -> JsonResponse:
    """Return the JSON Schema of one file format of one game."""
    if slug not in GAMES or form not in FORMS:
        raise Http404(gettext("There is no such schema."))
    reply = JsonResponse(schema_of(GAMES[slug], form, request.build_absolute_uri(request.path)))
    reply["Content-Type"] = "application/schema+json"
    reply["Cache-Control"] = f"public, max-age={DAY}"
    return reply


def _file(request: HttpRequest, match: Match, form: str, kind: str) -> HttpResponse:
    """Return the whole match as its reader may see it."""
    if match.step < 0:
        raise Http404(gettext("This match has not begun."))
    ending = "json" if form == "view" else form
    asking = reader_or_none(request)
    try:
        data = fetch_file(match, form, seat_of(match, request.user.pk), asking_for_costly(request, asking))
    except Refused as refused:
        return refusal(request, refused, number=match.pk)
    reply = HttpResponse(data, content_type=kind)
    reply["Cache-Control"] = KEPT_BY_NOBODY
    reply["Content-Disposition"] = f'attachment; filename="{match.game}-{match.pk}-view.{ending}"'
    if ending == "json":
        described = request.build_absolute_uri(reverse("matches:schema", args=[match.game, "view"]))
        reply["Link"] = f'<{described}>; rel="describedby"'
    return reply
