"""A club under inspection."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clubs.selectors.chat import inspected_club_chat
from moderation.action import Target
from moderation.selectors.audit import row_lines
from moderation.selectors.desk import audit_for, report_words, reports_for, tables_in_club
from moderation.selectors.inspection import inspected_club
from moderation.selectors.interest import NO_INTEREST, interest_in_club
from moderation.views.buttons import buttons
from moderation.views.common import desk_only, desk_reader
from moderation.views.said import said_lines

TABLES = 30


@require_safe
@desk_only
def club(request: HttpRequest, number: int) -> HttpResponse:
    """A club with its members, tables, chat, reports and audit rows, also if it is closed."""
    shown, (me, mine) = inspected_club(number), desk_reader(request)
    if shown is None:
        raise Http404(gettext("There is no such number."))
    if why := interest_in_club(mine, shown):
        return render(request, "moderation/interest.html", {"why": why, "tab": ""}, status=403)
    contests = (
        shown.ladders.order_by()
        .values_list("title", flat=True)
        .union(shown.tournaments.order_by().values_list("title", flat=True), all=True)
    )
    reports = reports_for(mine).filter(club=shown)
    page = {
        "club": shown,
        "members": [one for one in shown.memberships.all() if one.user.is_active],
        "contests": contests.order_by("title"),
        "tables": tables_in_club(shown, latest=TABLES),
        "said": said_lines(me, inspected_club_chat(shown), club=shown.pk),
        "buttons": buttons(me, Target(club=shown), NO_INTEREST, ()),
        "rows": row_lines(audit_for(mine).filter(club=shown)),
        "reports": [(report, report_words(report)) for report in reports],
        "tab": "",
    }
    return render(request, "moderation/club.html", page)
