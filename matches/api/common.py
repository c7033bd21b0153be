"""Finding a match, for all views of the API, and what is done with it before they work."""

from collections.abc import Mapping
from typing import Any

from django.db.models import OuterRef, Prefetch, Q, Subquery
from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request

from api.idempotency import HEADER
from foundation.kept_queries import KeptQuery, given, keep_related, rows_together
from matches.api.responses import MatchResponse, match_response
from matches.log.sealed_answers import ANSWERS
from matches.models import Activity, ConditionalBook, Match, Seat
from matches.timeouts.timeouts import is_overdue, pass_deadlines
from matches.view.invitations import invitation_for
from matches.view.match_view import match_view, matches, may_see, seat_of
from matches.view.summaries import open_seat

PLAYED = KeptQuery(
    lambda: Match.objects.only("game").filter(pk=given("match"), seats__user_id=given("user")).order_by("pk")
)

STEP = KeptQuery(lambda: Match.objects.only("step").filter(pk=given("match")))
TRIES = 3
"""How often a match is read until no round was resolved meanwhile."""


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
    own_book = Prefetch("seats__conditional_book", ConditionalBook.objects.filter(seat__user=request.user.pk))
    wanted = matches().prefetch_related(own_book).annotate(last_activity=_latest(request)).filter(pk=number)
    for _ in range(TRIES):
        match = wanted.first()
        if match is None or _keep_answers(match):
            break
    return _if_visible(match, request, invitation)


def _if_visible(match: Match | None, request: Request, invitation: str) -> Match:
    if match is None or not may_see(match, request.user.pk, invited=match.is_invitation(invitation)):
        raise Http404
    return match


def _keep_answers(match: Match) -> bool:
    """Read the answers of the open round. False if it was resolved since the match was read: it took them with it."""
    answers, now = rows_together(ANSWERS.asked(match=match.pk, step=match.next_step), STEP.asked(match=match.pk))
    keep_related(match, "answers", answers)
    return [row.step for row in now] == [match.step]


def _latest(request: Request) -> Subquery:
    """Return the latest activity that a reader may know of.

    If the match hides who has answered, others must not notice when a player gets more time.
    """
    mine = Seat.objects.filter(match=OuterRef("match"), user=request.user.pk).values("number")
    visible = ~Q(kind="undelivered") | Q(match__hide_answered=False) | Q(seat__in=mine)
    found = Activity.objects.filter(visible, match=OuterRef("pk"))
    return Subquery(found.order_by("-pk").values("pk")[:1])


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
