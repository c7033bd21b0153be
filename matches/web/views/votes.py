"""Votes, resigning and rematches: one button each."""

from collections.abc import Callable
from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.identity.readers import reader
from foundation.errors import Refused
from matches.lobby import votes
from matches.lobby.rematch import propose_rematch
from matches.lobby.resigning import resign_seat
from matches.models import Match
from matches.web.views.common import refusal, visible_match

Act = Callable[[Match, int, datetime], Match]


def _run(request: HttpRequest, number: int, act: Act) -> HttpResponse:
    """Run `act` and redirect to the resulting table, or show why not."""
    match = visible_match(request, number)
    try:
        changed = act(match, reader(request).pk, timezone.now())
    except Refused as refused:
        return refusal(request, refused, number=number)
    return redirect("matches:table", changed.pk)


@require_POST
@login_required
def vote(request: HttpRequest, number: int) -> HttpResponse:
    """Open a vote."""
    kind = request.POST.get("kind", "")
    return _run(
        request, number, lambda match, user, now: votes.open_vote(match_id=match.pk, user_id=user, kind=kind, now=now)
    )


@require_POST
@login_required
def answer_vote(request: HttpRequest, number: int) -> HttpResponse:
    """Agree to a vote or refuse it."""
    kind, agree = request.POST.get("kind", ""), request.POST.get("agree") == "1"
    return _run(
        request,
        number,
        lambda match, user, now: votes.answer_vote(match_id=match.pk, user_id=user, kind=kind, agree=agree, now=now),
    )


@require_POST
@login_required
def resume(request: HttpRequest, number: int) -> HttpResponse:
    """Resume a paused match."""
    return _run(request, number, lambda match, user, now: votes.end_pause(match_id=match.pk, user_id=user, now=now))


@require_POST
@login_required
def resign(request: HttpRequest, number: int) -> HttpResponse:
    """Resign the reader's seat for good."""
    return _run(request, number, lambda match, user, now: resign_seat(match_id=match.pk, user_id=user, now=now))


@require_POST
@login_required
def rematch(request: HttpRequest, number: int) -> HttpResponse:
    """Propose a rematch, or open the one already proposed."""
    words, token = request.POST.get("contribution", ""), request.POST.get("seed_token", "")
    return _run(
        request,
        number,
        lambda match, user, now: propose_rematch(
            match_id=match.pk, user=reader(request), contribution=words, seed_token=token, now=now
        ),
    )
