"""Positions as pictures to embed elsewhere, as a visitor sees them; of a finished match also as a seat saw them."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.views.decorators.http import conditional_page, require_safe

from accounts.security.caching import KEPT_BY_NOBODY
from accounts.security.limits import costly
from accounts.web.languages import language_named
from engine.view import MatchView
from engine.words import and_list, upper_first
from foundation.errors import Refused
from foundation.page_urls import page_address
from foundation.templatetags.languages import in_this_language
from matches.models import Match, Step
from matches.notices import table_title
from matches.view.ending import by_place
from matches.view.eyes import eyes_of, view_through
from matches.view.match_view import match_view, may_see
from matches.web.pictures.card import card
from matches.web.pictures.position import picture, policy
from matches.web.views.common import refusal, visible_match

FRESH = 300  # seconds
EMBED = '<iframe src="{}" width="480" height="480" title="{}"></iframe>'


@dataclass(frozen=True)
class Share:
    """The preview that other sites show for a link to a table."""

    title: str
    words: str
    address: str
    embed: str
    """The line of HTML that shows the board on a page of another site."""
    card: str


def share_of(request: HttpRequest, match: Match, view: MatchView) -> Share | None:
    """Return the link preview of a table, or None if strangers may not see it."""
    if not may_see(match, None):
        return None
    table = request.build_absolute_uri(page_address("matches:table", view.number))
    names = and_list([seat.name for seat in by_place(view.seats)])
    title, board = table_title(view.title, view.number), page_address("matches:embed", view.number)
    return Share(
        title=title,
        words=". ".join(part for part in (upper_first(view.result or view.stage), names) if part),
        # A link that names no language leads each reader to their own.
        address=table + (in_this_language() if language_named(request) else ""),
        embed=format_html(EMBED, request.build_absolute_uri(board), title),
        card=request.build_absolute_uri(page_address("matches:card", view.number)) + in_this_language(),
    )


@require_safe
@costly
@conditional_page
def step_svg(request: HttpRequest, number: int, step: int) -> HttpResponse:
    """Draw the table after a step as a visitor sees it, or of a finished match as the seat that is asked for saw it."""
    match = visible_match(request, number)
    try:
        # The reader is nobody here: a picture that is passed on shows no hand while a match goes on, not even theirs.
        eyes = eyes_of(match, None, request.GET.get("seat", ""))
        view = view_through(match, eyes, at_step=step, log_steps=0)
    except Refused as refused:
        return refusal(request, refused, number=number)
    except Step.DoesNotExist as error:
        raise Http404(gettext("This table has no such step.")) from error
    if view.seen is None:
        raise Http404(gettext("This match has not begun."))
    address = request.build_absolute_uri(page_address("matches:table", number))
    reply = cached_response(match, picture(view, address).encode(), "image/svg+xml", policy())
    if eyes.chosen:
        # A match that is taken back closes its hands again.
        reply["Cache-Control"] = KEPT_BY_NOBODY
    return reply


@require_safe
@costly
@conditional_page
def card_png(request: HttpRequest, number: int) -> HttpResponse:
    """Draw the current card of a table, for link previews."""
    match = visible_match(request, number)
    view = match_view(match, None, log_steps=0)
    return cached_response(match, card(view), "image/png", "default-src 'none'")


def cached_response(match: Match, data: bytes, kind: str, safe: str) -> HttpResponse:
    """Return a picture response with its caching and security headers."""
    reply = HttpResponse(data, content_type=kind)
    whose = "private" if match.private or not match.spectators else "public"
    reply["Cache-Control"] = f"{whose}, max-age={FRESH}"
    reply["Content-Security-Policy"] = safe
    return reply
