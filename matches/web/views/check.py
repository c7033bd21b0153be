"""Verifying a match, and downloading its record."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.identity.readers import reader_or_none
from accounts.security.caching import KEPT_BY_NOBODY
from accounts.security.limits import asking_for_costly, costly
from foundation.errors import Refused
from matches.log.seeds import commitments_of
from matches.models import Match
from matches.view.long_files import fetch_file
from matches.view.match_view import seat_of
from matches.view.verification import kept_checks
from matches.web.views.common import refusal, visible_match


@require_safe
@costly
def check(request: HttpRequest, number: int) -> HttpResponse:
    """Show the checks of a finished match, or the commitments of a running one."""
    match = visible_match(request, number)
    asking = reader_or_none(request)
    file = f"{match.game}-{match.pk}.json"
    finished = match.status == Match.Status.FINISHED
    try:
        checks = kept_checks(match, asking_for_costly(request, asking)) if finished else []
    except Refused as refused:
        return refusal(request, refused, number=number)
    page = {
        "match": match,
        "finished": finished,
        "checks": checks,
        "seed_hash": match.seed_hash,
        "head": match.head,
        "words": [] if finished else commitments_of(match),
        "file": file,
        "command": f"python -m games.verify {file} --key piecepack-keys.json",
        "receipt": "" if seat_of(match, request.user.pk) is None else f"receipt-{match.game}-{match.pk}.json",
        "sat_down": asking is not None
        and any(asking.pk == (seat.first_user_id or seat.user_id) for seat in match.seats.all()),
        "commitments": []
        if match.hide_answered
        else list(
            match.answers.filter(step=match.next_step).order_by("seat__number").values("seat__number", "commitment")
        ),
    }
    return render(request, "matches/check.html", page)


@require_safe
@costly
def export(request: HttpRequest, number: int) -> HttpResponse:
    """Export a finished match as a file for `python -m games.verify`."""
    match = visible_match(request, number)
    try:
        asking = reader_or_none(request)
        data = fetch_file(match, "record", None, asking_for_costly(request, asking))
    except Refused as refused:
        return refusal(request, refused, number=number)
    response = HttpResponse(data, content_type="application/json")
    response["Cache-Control"] = KEPT_BY_NOBODY
    response["Content-Disposition"] = f'attachment; filename="{match.game}-{match.pk}.json"'
    described = request.build_absolute_uri(reverse("matches:schema", args=[match.game, "match"]))
    response["Link"] = f'<{described}>; rel="describedby"'
    return response
