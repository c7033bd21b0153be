"""Finding a match, for all views of the API, and what is done with it before they work."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request

from api.idempotency import HEADER
from foundation.kept_queries import KeptQuery, given
from matches.api.responses import MatchResponse, match_response
from matches.models import Match
from matches.timeouts.timeouts import is_overdue, pass_deadlines
from matches.view import whole_matches
from matches.view.invitations import invitation_for
from matches.view.match_view import match_view, matches, may_see, seat_of
from matches.view.summaries import open_seat

PLAYED = KeptQuery(
    lambda: Match.objects.only("game").filter(pk=given("match"), seats__user_id=given("user")).order_by("pk")
)


def played_match(request: Request, number: int) -> Match:
    """Return a match to answer in, with its game alone, or 404 if the user may not see it.

    Players may see their own table whatever its settings, so nothing else is asked for them.
    """
    return PLAYED.first(match=number, user=request.user.pk) or visible_match(request, number)


def visible_match(request: Request, number: int, invitation: str = "") -> Match:
    """Return the match with its seats, or 404 if the user may not see it."""
    return _if_visible(matches().filter(pk=number).first(), request, invitation)


def whole_match(request: Request, number: int, invitation: str = "") -> Match:
    """Return the match with all related rows that a view needs, or 404 if the user may not see it."""
    return _if_visible(whole_matches.whole_match(number), request, invitation)


def _if_visible(match: Match | None, request: Request, invitation: str) -> Match:
    if match is None or not may_see(match, request.user.pk, invited=match.is_invitation(invitation)):
        raise Http404
    return match


def findable_match(request: Request, number: int, seat: int, invitation: str) -> Match:
    """Return the match if the user may see it or this open seat of it, otherwise 404."""
    match = matches().filter(pk=number).first()
    if match and open_seat(match, seat, request.user.pk, token=invitation):
        return match
    return visible_match(request, number, invitation)


def as_it_stands(request: Request, number: int) -> MatchResponse:
    """Return the match after a change, as a response."""
    match = whole_match(request, number)
    view = match_view(match, seat_of(match, request.user.pk))
    return match_response(view, invitation=invitation_for(match, request.user.pk))


def let_deadlines_pass(request: Request, number: int, **_: Any) -> Mapping[str, Any]:
    """Handle the overdue deadlines of a match before the transaction of a key, which a refused request undoes.

    Without a key, the service does so itself. To be given as `before`.
    """
    now = timezone.now()
    if HEADER in request.headers and is_overdue(match_id=number, now=now):
        match = played_match(request, number)
        pass_deadlines(match_id=match.pk, now=now)
    return {}
