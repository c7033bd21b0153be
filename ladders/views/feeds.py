"""Atom feeds of the results of a player, a ladder and a tournament: what a visitor may see, and no more."""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from accounts.identity.selectors import user_or_404
from accounts.security.limits import costly
from foundation.templatetags.languages import in_this_language
from ladders.models import Ladder, Tournament
from ladders.selectors.access import OF_EVERYONE
from ladders.selectors.results import matches_of_ladder, matches_of_player, matches_of_tournament
from matches.models import Match
from matches.view.result_feeds import public_results, results_atom

FRESH = 300
"""Seconds for which a feed may be kept: programs ask often, and results come seldom."""


@require_safe
@costly
def of_player(request: HttpRequest, name: str) -> HttpResponse:
    """The results of a player."""
    player = user_or_404(name=name)
    found = public_results(matches_of_player(player))
    return _feed(request, found, player.display_name, player.get_absolute_url())


@require_safe
@costly
def of_ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """The results of a ladder."""
    ladder = get_object_or_404(Ladder, OF_EVERYONE, slug=slug)
    return _feed(request, public_results(matches_of_ladder(ladder)), ladder.title, ladder.get_absolute_url())


@require_safe
@costly
def of_tournament(request: HttpRequest, number: int) -> HttpResponse:
    """The results of a tournament."""
    cup = get_object_or_404(Tournament, OF_EVERYONE, pk=number)
    return _feed(request, public_results(matches_of_tournament(cup)), cup.title, cup.get_absolute_url())


def _feed(request: HttpRequest, found: list[Match], title: str, page: str) -> HttpResponse:
    body = results_atom(found, title=title, page=page, address=f"{request.path}{in_this_language()}")
    reply = HttpResponse(body, content_type="application/atom+xml; charset=utf-8")
    reply["Cache-Control"] = f"public, max-age={FRESH}"
    reply["Access-Control-Allow-Origin"] = "*"
    etag = quote_etag(hashlib.sha256(body).hexdigest())
    reply["ETag"] = etag
    return get_conditional_response(request, etag=etag, response=reply) or reply
