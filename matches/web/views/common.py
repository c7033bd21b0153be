"""Helpers for pages: finding a match and showing refusals."""

from http import HTTPStatus

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from accounts.security.limits import count_step_shown, refused_by
from foundation.errors import Busy, Refused
from foundation.language import language_read
from matches.clocks.reliability import reliability_of
from matches.models import Match
from matches.view import whole_matches
from matches.view.match_view import match_by_number, may_see, seat_name
from matches.web.invited import is_admitted_by_link

KEPT_SECONDS = 60
"""How long a table may show a reliability that has changed."""
LONG = 1000
"""Each of a match's steps that is shown counts once more for this many steps of the match."""


def visible_match(request: HttpRequest, number: int) -> Match:
    """Return the match if this reader may see it. Raises `Http404` otherwise.

    An invitation link also gives access to a private table.
    """
    return _if_visible(request, match_by_number(number))


def whole_match(request: HttpRequest, number: int) -> Match:
    """Return the match with all that a view needs, if this reader may see it. Raises `Http404` otherwise."""
    return _if_visible(request, whole_matches.whole_match(number))


def _if_visible(request: HttpRequest, match: Match | None) -> Match:
    if match is None:
        raise Http404(gettext("There is no such table."))
    if not may_see(match, request.user.pk) and not is_admitted_by_link(request, match):
        raise Http404(gettext("There is no such table."))
    return match


def asks_for_part(request: HttpRequest) -> bool:
    """True if an open page asks for one part of it, and not for a whole page."""
    return bool(request.htmx)  # type: ignore[attr-defined]


PHRASES = {
    400: gettext_lazy("Bad Request"),
    403: gettext_lazy("Forbidden"),
    409: gettext_lazy("Conflict"),
    429: gettext_lazy("Too Many Requests"),
    503: gettext_lazy("Service Unavailable"),
}
"""The titles of pages that refuse something."""


def refusal(request: HttpRequest, refused: Refused, **context: object) -> HttpResponse:
    """Render a page that explains a refusal in one sentence."""
    status = HTTPStatus(refused.status)
    page: dict[str, object] = {"message": refused.message, "code": refused.code, "status": status.value}
    page["phrase"] = PHRASES.get(refused.status, status.phrase)
    wait = refused.wait if isinstance(refused, Busy) else 0
    # The browser may ask again by itself for what only reads.
    page["again"] = bool(wait) and request.method in ("GET", "HEAD")
    response = render(request, "matches/refused.html", page | context, status=status)
    if wait:
        response["Retry-After"] = str(wait)
    if page["again"]:
        response["Refresh"] = str(wait)
    return response


def refused_by_length(request: HttpRequest, steps: int) -> HttpResponse | None:
    """Count a step that is shown again for each 1000 steps of its match. Return 429 if it is too much."""
    more = steps // LONG
    return refused_by(count_step_shown, request, more) if more > 0 else None


def is_whole_number(text: str) -> bool:
    """True if a text is a number that our forms may hold and every database can look up."""
    return text.isascii() and text.isdecimal() and len(text) < 10


def whole_number(text: str) -> int:
    """Parse a number from a form. Raises `Refused` for anything else."""
    if not is_whole_number(text):
        raise Refused("number_missing", gettext("This form names no round or conditional move. Load the table again."))
    return int(text)


def reliability_words(match: Match) -> list[tuple[str, str]]:
    """Describe each person's reliability, by seat. Empty while names are hidden, as it could identify someone."""
    if match.names_hidden:
        return []
    people = [(seat, seat.user) for seat in match.seats.all() if seat.user and not seat.user.is_house]
    # Kept for a minute, as open tables often ask.
    key = f"reliability:{language_read()}:{','.join(str(user.pk) for _, user in people)}"
    words: dict[int, str] | None = caches["near"].get(key)
    if words is None:
        found = reliability_of([user.pk for _, user in people], timezone.now())
        words = {user.pk: found[user.pk].words for _, user in people}
        caches["near"].set(key, words, KEPT_SECONDS)
    return [(seat_name(seat), words[user.pk]) for seat, user in people]
