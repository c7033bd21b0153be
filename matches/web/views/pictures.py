"""Positions as pictures to be pasted elsewhere: always as a visitor sees them."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import conditional_page, require_safe

from accounts.limits import costly
from games.matchview import MatchView
from games.models import Match, Step
from games.pictures.card import card
from games.pictures.position import picture, policy
from games.rules.piecepack import and_list
from games.selectors import match_view, may_see
from games.templatetags.pieces import upper_first
from games.templatetags.table import by_place
from games.views.common import visible_match

FRESH = 300  # seconds


@dataclass(frozen=True)
class Share:
    """What other sites are told of a table when somebody links to it."""

    title: str
    words: str
    address: str
    card: str


def share_of(request: HttpRequest, match: Match, view: MatchView) -> Share | None:
    """What to tell of a table; nothing of one that strangers may not look at."""
    if not may_see(match, None):
        return None
    names = and_list([seat.name for seat in by_place(view.seats)])
    return Share(
        title=f"{view.title}, table {view.number}",
        words=". ".join(part for part in (upper_first(view.result or view.stage), names) if part),
        address=request.build_absolute_uri(reverse("games:table", args=[view.number])),
        card=request.build_absolute_uri(reverse("games:card", args=[view.number])),
    )


@require_safe
@costly
@conditional_page
def step_svg(request: HttpRequest, number: int, step: int) -> HttpResponse:
    """A table after a step. Nobody's hand is drawn, not even to the one who holds it."""
    match = visible_match(request, number)
    try:
        view = match_view(match, None, at_step=step, log_steps=0)
    except Step.DoesNotExist as error:
        raise Http404("This table has no such step.") from error
    if view.seen is None:
        raise Http404("This match has not begun.")
    address = request.build_absolute_uri(reverse("games:table", args=[number]))
    return sent(match, picture(view, address).encode(), "image/svg+xml", policy())


@require_safe
@costly
@conditional_page
def card_png(request: HttpRequest, number: int) -> HttpResponse:
    """The card of a table as it stands, for those who show a link to it."""
    match = visible_match(request, number)
    view = match_view(match, None, log_steps=0)
    return sent(match, card(view), "image/png", "default-src 'none'")


def sent(match: Match, data: bytes, kind: str, safe: str) -> HttpResponse:
    """A picture with how long it may be kept, and by whom."""
    reply = HttpResponse(data, content_type=kind)
    whose = "private" if match.private or not match.spectators else "public"
    reply["Cache-Control"] = f"{whose}, max-age={FRESH}"
    reply["Content-Security-Policy"] = safe
    return reply
