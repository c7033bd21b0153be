"""A match under inspection."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.identity.readers import reader
from accounts.identity.selectors import selves_of
from accounts.models import User
from matches.clocks.time_controls import clock_words
from matches.models import Step
from matches.view.match_view import match_view
from matches.view.options import options_words
from matches.web.views.table import table_page
from moderation.action import Target
from moderation.selectors.audit import row_lines
from moderation.selectors.desk import audit_for, left_to_seniors, report_words, reports_for
from moderation.selectors.inspection import SeatLine, inspected_match, inspection
from moderation.selectors.interest import Interest, interest_in, interests_at
from moderation.views.buttons import Button, buttons
from moderation.views.common import desk_only, desk_reader, match_of_page
from moderation.views.said import said_lines


@require_safe
@desk_only
def table(request: HttpRequest, number: int) -> HttpResponse:
    """A match as a spectator sees it, with its log, chat, reports and audit rows."""
    match, me = inspected_match(number), reader(request)
    if match is None:
        raise Http404(gettext("There is no such number."))
    people = selves_of({me.pk, *(seat.user_id for seat in match.seats.all() if seat.user_id is not None)})
    mine = people[me.pk]
    interest, about = interests_at(match, mine, {} if match.names_hidden else people)
    if interest.why:
        return render(request, "moderation/interest.html", {"why": interest.why, "tab": ""}, status=403)
    found = inspection(match)
    club_table = getattr(match, "club_table", None)
    for_seniors = left_to_seniors(me, *(line.seat.user for line in found.seats))
    page = {
        "found": found,
        "club": club_table and club_table.club,
        "said": said_lines(me, found.chat, table=match.pk),
        "settings": clock_words(match),
        "options": options_words(match),
        "buttons": buttons(me, Target(match=match), interest, ()),
        "seat_acts": [
            _seat_acts(me, line, interest._replace(why=about.get(line.seat.user_id or 0, "")), for_seniors)
            for line in found.seats
        ],
        "rows": row_lines(audit_for(mine).filter(match=match)),
        "reports": [(report, report_words(report)) for report in reports_for(mine).filter(match=match)],
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


def _seat_acts(me: User, line: SeatLine, interest: Interest, for_seniors: Collection[int]) -> SeatActs:
    found = buttons(me, Target(match=line.seat.match, seat=line.seat), interest, for_seniors)
    groups = {group.about: group.buttons for group in found}
    why = next((group.why_none for group in found if group.why_none), "")
    return SeatActs(line, groups.get(gettext("The seat"), ()), groups.get(gettext("The player"), ()), why)


@require_safe
@desk_only
def board(request: HttpRequest, number: int) -> HttpResponse:
    """The match's own page as a spectator sees it, now or after the step that `step` names.

    The table may be private: what leads on stays at the desk.
    """
    match = match_of_page(number)
    if why := interest_in(desk_reader(request).accounts, match).why:
        return render(request, "moderation/interest.html", {"why": why, "tab": ""}, status=403)
    step = request.GET.get("step", "")
    at_step = int(step) if step.isascii() and step.isdecimal() and len(step) < 9 else None
    if match.step < 0:
        raise Http404(gettext("This table has not begun."))
    try:
        view = match_view(match, None, at_step=at_step)
    except Step.DoesNotExist as error:
        raise Http404(gettext("This table has no such step.")) from error
    return table_page(request, match, view, socket="", desk=request.path, has_panels=False)
