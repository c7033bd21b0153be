"""Joining, leaving and starting tables."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.services import lobby as services
from games.services.errors import Refused
from games.views.common import invitation, reader, refusal, visible_match


@require_POST
@login_required
def join(request: HttpRequest, number: int) -> HttpResponse:
    """Take a seat."""
    match = visible_match(request, number)
    try:
        services.match_join(
            match_id=match.pk,
            user=reader(request),
            token=invitation(request),
            contribution=request.POST.get("contribution", ""),
            now=timezone.now(),
        )
    except Refused as refused:
        return refusal(request, refused, number=number)
    return redirect("games:table", number)


@require_POST
@login_required
def leave(request: HttpRequest, number: int) -> HttpResponse:
    """Give a seat back; a host closes the table."""
    match = visible_match(request, number)
    try:
        services.match_leave(match_id=match.pk, user=reader(request), now=timezone.now())
    except Refused as refused:
        return refusal(request, refused, number=number)
    return redirect("games:tables")


@require_POST
@login_required
def start(request: HttpRequest, number: int) -> HttpResponse:
    """Begin at once, with bots in the free seats."""
    match = visible_match(request, number)
    try:
        services.match_start(match_id=match.pk, user=reader(request), now=timezone.now())
    except Refused as refused:
        return refusal(request, refused, number=number)
    return redirect("games:table", number)
