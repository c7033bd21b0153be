"""A match under inspection."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clubs.models import Club
from matches.clocks.time_controls import clock_words
from matches.models import Step
from matches.view.match_view import match_view
from matches.view.options import options_words
from matches.web.views.common import reader
from matches.web.views.table import table_page
from moderation.selectors.audit import row_lines
from moderation.selectors.desk import audit_for, report_words, reports_for
from moderation.selectors.inspection import SeatLine, inspection
from moderation.selectors.interest import interest_in
from moderation.views.buttons import Button, Group, buttons_at
from moderation.views.common import desk_only, table_numbered


@require_safe
@desk_only
def table(request: HttpRequest, number: int) -> HttpResponse:
    """A match as a spectator sees it, with its log, chat, reports and audit rows."""
    match, me = table_numbered(number), reader(request)
    if why := interest_in(me, match):
        return render(request, "moderation/interest.html", {"why": why, "tab": ""}, status=403)
    found = inspection(match)
    at_match, at_seats = buttons_at(me, match, [line.seat for line in found.seats])
    reports = reports_for(me).filter(match=match)
    page = {
        "found": found,
        "club": Club.objects.filter(tables__match=match).first(),
        "settings": clock_words(match),
        "options": options_words(match),
        "buttons": at_match,
        "seat_acts": [_acts_on(*of_seat) for of_seat in zip(found.seats, at_seats, strict=True)],
        "rows": row_lines(audit_for(me).filter(match=match)),
        "reports": [(report, report_words(report)) for report in reports],
        "tab": "",
        "now": timezone.now(),
    }
    return render(request, "moderation/table.html", page)


@dataclass(frozen=True)
class SeatActs:
    """A seat, and what may be done to it and to its player."""

    line: SeatLine
    seat: Sequence[Button]
    player: Sequence[Button]
    why_none: str
    """Why the moderator may do nothing here, or empty."""


def _acts_on(line: SeatLine, found: Sequence[Group]) -> SeatActs:
    groups = {group.about: group.buttons for group in found}
    why = next((group.why_none for group in found if group.why_none), "")
    return SeatActs(line, groups.get(gettext("The seat"), ()), groups.get(gettext("The player"), ()), why)


@require_safe
@desk_only
def board(request: HttpRequest, number: int) -> HttpResponse:
    """The match's own page as a spectator sees it, now or after the step that `step` names.

    The table may be private: what leads on stays at the desk.
    """
    match, me = table_numbered(number), reader(request)
    if why := interest_in(me, match):
        return render(request, "moderation/interest.html", {"why": why, "tab": ""}, status=403)
    step = request.GET.get("step", "")
    at_step = int(step) if step.isascii() and step.isdecimal() and len(step) < 9 else None
    if match.step < 0:
        raise Http404(gettext("This table has not begun."))
    try:
        view = match_view(match, None, at_step=at_step)
    except Step.DoesNotExist as error:
        raise Http404(gettext("This table has no such step.")) from error
    return table_page(request, match, view, socket="", desk=request.path)
