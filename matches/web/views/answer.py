"""Sealing an answer."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.acting import acting_seat
from games.engine import game_of
from games.models import Match
from games.planforms import PREFIX, has_order, rule_from
from games.rules.core import IllegalAction
from games.rules.core.planwords import BadPlan
from games.selectors import match_view, seat_of
from games.services.answers import answer_submit
from games.services.errors import Refused, Stale
from games.services.plans import answer_and_plan
from games.views.common import reader, refusal, visible_match
from games.views.table import table_page


@require_POST
@login_required
def answer(request: HttpRequest, number: int) -> HttpResponse:
    """Seal the answer of a form; the form names the step it was made for."""
    match = get_object_or_404(Match.objects.only("game"), pk=number)
    try:
        _seal(request, match)
    except Refused as refused:
        return _refused(request, visible_match(request, number), refused)
    return redirect(f"{reverse('games:table', args=[number])}?sealed=1")


def _seal(request: HttpRequest, match: Match) -> None:
    """Seal the answer, and with it the order for a later decision if the form has one."""
    fields = {name: request.POST.getlist(name) for name in request.POST}
    user_id, step, actions, now = reader(request).pk, _step(request), _actions(request, match), timezone.now()
    if not has_order(fields):
        answer_submit(match_id=match.pk, user_id=user_id, step=step, actions=actions, now=now)
        return
    if acting_seat(request):
        raise Refused("log_in_to_plan", "The link of a mail answers for this turn only. Log in to plan ahead.")
    try:
        rule = rule_from(match.game, fields, lasts="next")
    except BadPlan as error:
        raise Refused(error.code, error.message) from error
    answer_and_plan(match_id=match.pk, user_id=user_id, step=step, actions=actions, rule=rule, now=now)


def _step(request: HttpRequest) -> int:
    text = request.POST.get("step", "")
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Refused("step_missing", "This form does not say which round it is for. Load the table again.")
    return int(text)


OWN_FIELDS = frozenset({"csrfmiddlewaretoken", "step", "several"})


def _actions(request: HttpRequest, match: Match) -> list[Any]:
    """The raw actions of a form: one, or several of a turn in a row."""
    game = game_of(match)
    asked = {name for name in request.POST if not name.startswith(PREFIX)}
    if unknown := asked - OWN_FIELDS - game.form_fields:
        raise Refused(
            "unknown_field", f"This form has a field that nobody asked for: {min(unknown)[:40]}. Load it again."
        )
    fields = {name: request.POST.getlist(name) for name in asked}
    try:
        if request.POST.get("several"):
            return [game.read_form({"action": [text]}) for text in fields.get("action", [])]
        return [game.read_form(fields)]
    except IllegalAction as error:
        raise Refused(error.code, error.message) from error


def _refused(request: HttpRequest, fresh: Match, refused: Refused) -> HttpResponse:
    """The table again, as it stands, with the reason."""
    if fresh.step < 0:
        return refusal(request, refused, number=fresh.pk)
    view = match_view(fresh, seat_of(fresh, request.user.pk))
    place = "closed" if isinstance(refused, Stale) else "error"
    posted = {name: request.POST.getlist(name) for name in request.POST}
    return table_page(request, fresh, view, status=refused.status, posted=posted, **{place: refused.message})
