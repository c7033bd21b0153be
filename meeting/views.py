"""Quick tables: ask, wait, choose bots, stay and leave."""

from datetime import UTC, datetime

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.identity.readers import reader
from accounts.models import User
from foundation.errors import Refused
from games.registry import GAMES
from matches.web.views.common import asks_for_part, refusal
from meeting.criteria import Criteria, bots_offered, bots_still_offered, kinds_that_fit, pace_words, usual_criteria
from meeting.forms import BotsForm, QuickForm, boxes_of, players_words
from meeting.models import Seeker
from meeting.selectors.waiting import criteria_of, newest_table, row_of, tables_elsewhere, wait_of
from meeting.services import pool

LAST_CRITERIA = "quick_criteria"
"""What the button asks for, in the session: what its user chose last."""


@login_required
def quick(request: HttpRequest) -> HttpResponse:
    """The choices of a quick table, or how the waiting stands."""
    me, now = reader(request), timezone.now()
    if request.method == "POST":
        return _ask(request, me, now)
    row = row_of(me)
    if row is not None and "change" not in request.GET:
        return render(request, "meeting/waiting.html", _waiting(row, me, now))
    if row is None and (table := _found(request, me)):
        return _to_table(request, table)
    criteria = criteria_of(row) if row else _last_criteria(request)
    return render(request, "meeting/quick.html", {"form": QuickForm(initial=boxes_of(criteria)), "row": row})


def _ask(request: HttpRequest, me: User, now: datetime) -> HttpResponse:
    """Ask for a table: what the form says, or, by the button alone, what was chosen last."""
    form = QuickForm(request.POST)
    chosen = "choose" in request.POST
    if chosen and not form.is_valid():
        return render(request, "meeting/quick.html", {"form": form, "row": None}, status=400)
    criteria = form.criteria() if chosen else _last_criteria(request)
    row = row_of(me)
    bots_after = bots_still_offered(row.bots_after, criteria) if row else None
    try:
        table = pool.ask_table(user=me, criteria=criteria, bots_after=bots_after, now=now)
    except Refused as refused:
        if not chosen:
            return refusal(request, refused)
        form.add_error(None, refused.message)
        return render(request, "meeting/quick.html", {"form": form, "row": row}, status=refused.status)
    request.session[LAST_CRITERIA] = [list(criteria.games), list(criteria.paces), list(criteria.sizes)]
    return redirect("matches:table", table) if table else redirect("meeting:quick")


def _last_criteria(request: HttpRequest) -> Criteria:
    kept = request.session.get(LAST_CRITERIA)
    return Criteria(*map(tuple, kept)) if kept else usual_criteria()


def _waiting(row: Seeker, me: User, now: datetime) -> dict[str, object]:
    criteria = criteria_of(row)
    return {
        "row": row,
        "since": int(row.since.timestamp()),
        "wait": wait_of(row, now),
        "elsewhere": tables_elsewhere(me, row.chosen_at),
        "games": [GAMES[slug].title for slug in criteria.games if slug in GAMES],
        "is_narrow": not set(kinds_that_fit(usual_criteria())) <= set(kinds_that_fit(criteria)),
        "all_games": len(criteria.games) == len(GAMES),
        "paces": pace_words(criteria.paces),
        "sizes": players_words(criteria.sizes),
        "bots": BotsForm(initial={"minutes": row.bots_after or ""}, offered=bots_offered(criteria)),
    }


def _found(request: HttpRequest, me: User) -> int | None:
    """The table found for someone who waited when the page was made."""
    try:
        since = datetime.fromtimestamp(int(request.GET.get("since", "")), UTC)
    except (OverflowError, ValueError, OSError):
        return None
    return newest_table(me, since)


def _to_table(request: HttpRequest, number: int) -> HttpResponse:
    if asks_for_part(request):
        return HttpResponse(headers={"HX-Redirect": reverse("matches:table", args=[number])})
    return redirect("matches:table", number)


@require_POST
@login_required
def leave(request: HttpRequest) -> HttpResponse:
    """Wait no longer."""
    pool.leave_pool(user=reader(request))
    return redirect("matches:mine")


@require_POST
@login_required
def stay(request: HttpRequest) -> HttpResponse:
    """Wait on, though one has a seat elsewhere."""
    try:
        pool.stay_waiting(user=reader(request), now=timezone.now())
    except Refused as refused:
        return refusal(request, refused)
    return redirect("meeting:quick")


@require_POST
@login_required
def bots(request: HttpRequest) -> HttpResponse:
    """Choose after how long bots may fill the table."""
    form = BotsForm(request.POST)
    minutes = form.cleaned_data["minutes"] if form.is_valid() else -1
    try:
        pool.allow_bots(user=reader(request), minutes=minutes, now=timezone.now())
    except Refused as refused:
        return refusal(request, refused)
    return redirect("meeting:quick")
