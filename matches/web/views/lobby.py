"""Joining, leaving and starting tables."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.identity.readers import reader
from foundation.errors import Refused
from games.levels import USUAL
from matches.lobby import tables as services
from matches.web.invited import invitation
from matches.web.views.common import refusal, visible_match


@require_POST
@login_required
def join(request: HttpRequest, number: int) -> HttpResponse:
    """Take a seat."""
    match = visible_match(request, number)
    try:
        services.join_match(
            match_id=match.pk,
            user=reader(request),
            token=invitation(request, match),
            contribution=request.POST.get("contribution", ""),
            now=timezone.now(),
        )
    except Refused as refused:
        return refusal(request, refused, number=number)
    return redirect("matches:table", number)


@require_POST
@login_required
def leave(request: HttpRequest, number: int) -> HttpResponse:
    """Leave a table; a host closes it."""
    match = visible_match(request, number)
    try:
        services.leave_match(match_id=match.pk, user=reader(request), now=timezone.now())
    except Refused as refused:
        return refusal(request, refused, number=number)
    return redirect("matches:tables")


@require_POST
@login_required
def start(request: HttpRequest, number: int) -> HttpResponse:
    """Start at once, with bots in the free seats."""
    match = visible_match(request, number)
    try:
        services.start_match(
            match_id=match.pk,
            user=reader(request),
            now=timezone.now(),
            level=request.POST.get("level", USUAL),
        )
    except Refused as refused:
        return refusal(request, refused, number=number)
    return redirect("matches:table", number)
