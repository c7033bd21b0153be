"""A club under inspection."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubs.models import Club
from clubs.selectors.chat import inspected_club_chat
from clubs.selectors.clubs import members_of
from matches.web.views.common import reader
from moderation.action import Target
from moderation.selectors.audit import row_lines
from moderation.selectors.desk import audit_for, report_words, reports_for, tables_in_club
from moderation.selectors.interest import interest_in_club
from moderation.views.buttons import buttons
from moderation.views.common import desk_only

TABLES = 30


@require_safe
@desk_only
def club(request: HttpRequest, number: int) -> HttpResponse:
    """A club with its members, tables, chat, reports and audit rows, also if it is closed."""
    shown, me = get_object_or_404(Club, pk=number), reader(request)
    if why := interest_in_club(me, shown):
        return render(request, "moderation/interest.html", {"why": why, "tab": ""}, status=403)
    reports = reports_for(me).filter(club=shown)
    page = {
        "club": shown,
        "members": members_of(shown),
        "ladders": shown.ladders.all(),
        "tournaments": shown.tournaments.all(),
        "tables": tables_in_club(shown, latest=TABLES),
        "chat": inspected_club_chat(shown),
        "buttons": buttons(me, Target(club=shown)),
        "rows": row_lines(audit_for(me).filter(club=shown)),
        "reports": [(report, report_words(report)) for report in reports],
        "tab": "",
    }
    return render(request, "moderation/club.html", page)
