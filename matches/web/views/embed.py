"""A board to embed in pages of other sites: a picture and words, as a visitor sees them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page, require_safe

from accounts.security.limits import costly
from matches.view.ending import by_place
from matches.view.match_view import match_view, may_see
from matches.view.whole_matches import whole_match
from matches.web.pictures.position import words_of_position
from matches.web.views.pictures import FRESH, cached_response

POLICY = "; ".join(
    (
        "default-src 'none'",
        "img-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors *",
    )
)
"""This address alone may be framed by others, as nothing on it acts or belongs to its reader."""


@require_safe
@costly
@xframe_options_exempt
@conditional_page
def board(request: HttpRequest, number: int) -> HttpResponse:
    """Show a public match that has begun, for a frame on another site. Everyone sees what a visitor does."""
    match = whole_match(number)
    if match is None or match.step < 0 or not may_see(match, None):
        raise Http404(gettext("There is no such table, or not everyone may see it."))
    view = match_view(match, None, log_steps=0)
    page = {"view": view, "seats": by_place(view.seats), "words": words_of_position(view)}
    # Without the request, so that no cookie and nothing of the reader comes in.
    reply = cached_response(
        match, render_to_string("matches/embed.html", page).encode(), "text/html; charset=utf-8", POLICY
    )
    if view.status != "finished":
        # Without a script there is no other way to come up to date.
        reply["Refresh"] = str(FRESH)
    reply["Referrer-Policy"] = "no-referrer"
    reply["X-Robots-Tag"] = "noindex"
    return reply
