"""A match under inspection."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from matches.clocks.time_controls import clock_words
from matches.models import Match, Step
from matches.view.match_view import match_view, options_words
from matches.web.views.common import reader
from matches.web.views.table import table_page
from moderation.action import Target
from moderation.selectors.audit import row_lines
from moderation.selectors.desk import audit_for, report_words, reports_for
from moderation.selectors.inspection import inspection
from moderation.selectors.interest import interest_in
from moderation.views.buttons import buttons
from moderation.views.common import desk_only, table_numbered


@require_safe
@desk_only
def table(request: HttpRequest, number: int) -> HttpResponse:
    """A match as a spectator sees it, with its log, chat, reports and audit rows."""
    match, me = table_numbered(number), reader(request)
    if why := interest_in(me, match):
        return render(request, "moderation/interest.html", {"why": why, "tab": ""}, status=403)
    found = inspection(match)
    reports = reports_for(me).filter(match=match)
    page = {
        "found": found,
        "settings": clock_words(match),
        "options": options_words(match),
        "buttons": buttons(me, Target(match=match)),
        "seat_buttons": [(line, buttons_of_seat(request, match, line.seat.number)) for line in found.seats],
        "rows": row_lines(audit_for(me).filter(match=match)),
        "reports": [(report, report_words(report)) for report in reports],
        "tab": "",
        "now": timezone.now(),
    }
    return render(request, "moderation/table.html", page)


def buttons_of_seat(request: HttpRequest, match: Match, number: int) -> list[object]:
    """The actions possible on one seat and its player."""
    seat = next(seat for seat in match.seats.all() if seat.number == number)
    groups = buttons(reader(request), Target(match=match, seat=seat))
    return [button for group in groups if group.about in ("The seat", "The player") for button in group.buttons]


@require_safe
@desk_only
def board(request: HttpRequest, number: int) -> HttpResponse:
    """The match's own page as a spectator sees it, now or after the step that `step` names."""
    match, me = table_numbered(number), reader(request)
    if why := interest_in(me, match):
        return render(request, "moderation/interest.html", {"why": why, "tab": ""}, status=403)
    step = request.GET.get("step", "")
    at_step = int(step) if step.isascii() and step.isdecimal() and len(step) < 9 else None
    if match.step < 0:
        raise Http404("This table has not begun.")
    try:
        view = match_view(match, None, at_step=at_step)
    except Step.DoesNotExist as error:
        raise Http404("This table has no such step.") from error
    return table_page(request, match, view, socket="")
