"""Votes, resigning and rematches: one button each."""

from collections.abc import Callable
from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.models import Match
from games.services.errors import Refused
from games.services.rematch import match_rematch
from games.services.resigning import seat_resign
from games.services.votes import pause_end, vote_answer, vote_open
from games.views.common import reader, refusal, visible_match

Act = Callable[[Match, int, datetime], Match]


def _acted(request: HttpRequest, number: int, act: Act) -> HttpResponse:
    """Do something for the reader and show the table that comes of it, or say why not."""
    match = visible_match(request, number)
    try:
        changed = act(match, reader(request).pk, timezone.now())
    except Refused as refused:
        return refusal(request, refused, number=number)
    return redirect("games:table", changed.pk)


@require_POST
@login_required
def vote(request: HttpRequest, number: int) -> HttpResponse:
    """Open a vote."""
    kind = request.POST.get("kind", "")
    return _acted(
        request, number, lambda match, user, now: vote_open(match_id=match.pk, user_id=user, kind=kind, now=now)
    )


@require_POST
@login_required
def answer_vote(request: HttpRequest, number: int) -> HttpResponse:
    """Agree to a vote or refuse it."""
    kind, agree = request.POST.get("kind", ""), request.POST.get("agree") == "1"
    return _acted(
        request,
        number,
        lambda match, user, now: vote_answer(match_id=match.pk, user_id=user, kind=kind, agree=agree, now=now),
    )


@require_POST
@login_required
def resume(request: HttpRequest, number: int) -> HttpResponse:
    """Let a paused match go on."""
    return _acted(request, number, lambda match, user, now: pause_end(match_id=match.pk, user_id=user, now=now))


@require_POST
@login_required
def resign(request: HttpRequest, number: int) -> HttpResponse:
    """Give one's seat up for good."""
    return _acted(request, number, lambda match, user, now: seat_resign(match_id=match.pk, user_id=user, now=now))


@require_POST
@login_required
def rematch(request: HttpRequest, number: int) -> HttpResponse:
    """Propose a rematch, or go to the one that somebody has proposed."""
    words, token = request.POST.get("contribution", ""), request.POST.get("seed_token", "")
    return _acted(
        request,
        number,
        lambda match, user, now: match_rematch(
            match_id=match.pk, user=reader(request), contribution=words, seed_token=token, now=now
        ),
    )
