"""Planning ahead: an order added, changed, moved up or struck out."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.models import Match
from games.planforms import rule_from
from games.rules.core.planwords import BadPlan
from games.selectors import match_view, seat_of
from games.services.errors import Refused, Stale
from games.services.plans import rule_raise, rule_save, rule_strike
from games.views.common import reader, refusal, visible_match, whole_number
from games.views.table import table_page

DONE = {"strike": rule_strike, "raise": rule_raise}


@require_POST
@login_required
def plan(request: HttpRequest, number: int) -> HttpResponse:
    """Change the reader's own plan as a form says."""
    match = get_object_or_404(Match.objects.only("game"), pk=number)
    try:
        _carry_out(request, match)
    except Refused as refused:
        return _refused(request, visible_match(request, number), refused)
    return redirect(f"{reverse('games:table', args=[number])}#plan")


def _carry_out(request: HttpRequest, match: Match) -> None:
    """Do what the pressed button says: `strike-2`, `raise-2`, else save the order."""
    verb, _, order = request.POST.get("do", "").partition("-")
    user_id, now = reader(request).pk, timezone.now()
    if verb in DONE:
        version = _number(request, "plan-version")
        DONE[verb](match_id=match.pk, user_id=user_id, number=whole_number(order), version=version, now=now)
        return
    replaces = request.POST.get("plan-replaces", "")
    try:
        rule = rule_from(match.game, {name: request.POST.getlist(name) for name in request.POST})
    except BadPlan as error:
        raise Refused(error.code, error.message) from error
    rule_save(
        match_id=match.pk,
        user_id=user_id,
        step=_number(request, "step"),
        rule=rule,
        version=_number(request, "plan-version") if replaces else None,
        instead_of=whole_number(replaces) if replaces else None,
        now=now,
    )


def _number(request: HttpRequest, name: str) -> int:
    return whole_number(request.POST.get(name, ""))


def _refused(request: HttpRequest, fresh: Match, refused: Refused) -> HttpResponse:
    """The table again, as it stands, with the reason beside the form."""
    if fresh.step < 0:
        return refusal(request, refused, number=fresh.pk)
    view = match_view(fresh, seat_of(fresh, request.user.pk))
    posted = {name: request.POST.getlist(name) for name in request.POST}
    place = "plan_closed" if isinstance(refused, Stale) else "plan_error"
    if view.plan is None:
        place = "closed" if isinstance(refused, Stale) else "error"
    return table_page(request, fresh, view, status=refused.status, posted=posted, **{place: refused.message})
