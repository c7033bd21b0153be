"""The button for a hint, and the teacher's page."""

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity.readers import reader
from accounts.security.limits import count_costly_work, refused_by
from analysis.models import Analysis
from analysis.selectors.lessons import analysis_of, lesson_of, spoken_of, work_of_lesson
from analysis.services.hints import ask_hint
from analysis.services.teaching import ask_analysis, check_analysable
from foundation.errors import Refused
from matches.models import Match
from matches.view.match_view import match_view, seat_of
from matches.web.views.common import asks_for_part, refusal, visible_match
from matches.web.views.table import live_part


@require_POST
@login_required
def hint(request: HttpRequest, number: int) -> HttpResponse:
    """Ask for a hint."""
    match = visible_match(request, number)
    try:
        ask_hint(match_id=match.pk, user=reader(request), now=timezone.now())
    except Refused as refused:
        return refusal(request, refused, number=match.pk)
    if asks_for_part(request):
        fresh = visible_match(request, number)
        return live_part(request, fresh, match_view(fresh, seat_of(fresh, reader(request).pk)))
    return redirect(f"{reverse('matches:table', args=[number])}#hint")


@require_http_methods(["GET", "HEAD", "POST"])
def analysis(request: HttpRequest, number: int, seat: int) -> HttpResponse:
    """Show the analysis of a seat as far as it is, or ask for it."""
    match = visible_match(request, number)
    try:
        if request.method != "POST":
            check_analysable(match, seat)
            return _shown(request, match, seat)
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        ask_analysis(match=match, seat=seat, user=reader(request), now=timezone.now())
    except Refused as refused:
        return refusal(request, refused, number=match.pk)
    return redirect("analysis:analysis", number, seat)


def _shown(request: HttpRequest, match: Match, seat: int) -> HttpResponse:
    row = analysis_of(match, seat)
    if row is not None and row.has_lesson:
        too_many = refused_by(count_costly_work, request, work_of_lesson(match))
        if too_many is not None:
            return too_many
    return render(request, "analysis/analysis.html", _page(request, match, seat, row))


def _page(request: HttpRequest, match: Match, seat: int, row: Analysis | None) -> dict[str, object]:
    view = match_view(match, seat_of(match, request.user.pk), log_steps=0)
    page: dict[str, object] = {"view": view, "shown": view.seats[seat], "row": row}
    page["mine"] = spoken_of(match, seat, request.user.pk).is_reader
    page["may_ask"] = row is None or row.may_be_asked_again(timezone.now())
    if row is not None and row.has_lesson:
        page["lesson"] = lesson_of(match, row, request.user.pk)
    return page
