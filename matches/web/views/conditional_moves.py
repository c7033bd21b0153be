"""Conditional moves: added, changed, moved up or removed."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.identity.readers import reader
from engine.conditional_move_words import BadConditionalMove
from foundation.errors import Refused, Stale
from matches.conditional_moves.forms import Fields, move_from, words_of
from matches.models import Match
from matches.play.conditional_moves import raise_conditional_move, remove_conditional_move, save_conditional_move
from matches.view.match_view import match_view, match_view_light, seat_of
from matches.web.views.common import refusal, visible_match, whole_number
from matches.web.views.table import table_page

DONE = {"remove": remove_conditional_move, "raise": raise_conditional_move}


@require_POST
@login_required
def change(request: HttpRequest, number: int) -> HttpResponse:
    """Change the reader's conditional moves as submitted, or only say in a sentence what the form asks for so far."""
    if request.POST.get("do") == "read":
        return _read(request, visible_match(request, number))
    match = get_object_or_404(Match.objects.only("game"), pk=number)
    try:
        _carry_out(request, match)
    except Refused as refused:
        return _render_refusal(request, visible_match(request, number), refused)
    return redirect(f"{reverse('matches:table', args=[number])}#conditional")


def _read(request: HttpRequest, match: Match) -> HttpResponse:
    """Render the sentence of the conditional move in a form, or what is still missing."""
    view = match_view_light(match, seat_of(match, request.user.pk))
    if view.conditional_moves is None:
        raise Http404(gettext("Only players of a running match have conditional moves."))
    try:
        words, missing = words_of(view, _fields(request)), ""
    except BadConditionalMove as error:
        words, missing = "", error.message
    return render(request, "matches/_conditional_move_sentence.html", {"words": words, "missing": missing})


def _fields(request: HttpRequest) -> Fields:
    return {name: request.POST.getlist(name) for name in request.POST}


def _carry_out(request: HttpRequest, match: Match) -> None:
    """Run the pressed button's action, `remove-2` or `raise-2`; otherwise save the conditional move."""
    verb, _, index = request.POST.get("do", "").partition("-")
    user_id, now = reader(request).pk, timezone.now()
    if verb in DONE:
        version = _number(request, "conditional-version")
        DONE[verb](match_id=match.pk, user_id=user_id, number=whole_number(index), version=version, now=now)
        return
    replaces = request.POST.get("conditional-replaces", "")
    try:
        move = move_from(match.game, _fields(request))
    except BadConditionalMove as error:
        raise Refused(error.code, error.message) from error
    save_conditional_move(
        match_id=match.pk,
        user_id=user_id,
        step=_number(request, "step"),
        move=move,
        version=_number(request, "conditional-version") if replaces else None,
        instead_of=whole_number(replaces) if replaces else None,
        now=now,
    )


def _number(request: HttpRequest, name: str) -> int:
    return whole_number(request.POST.get(name, ""))


def _render_refusal(request: HttpRequest, fresh: Match, refused: Refused) -> HttpResponse:
    """Render the table in its current state, with the reason beside the form."""
    if fresh.step < 0:
        return refusal(request, refused, number=fresh.pk)
    view = match_view(fresh, seat_of(fresh, request.user.pk))
    posted = _fields(request)
    place = "conditional_closed" if isinstance(refused, Stale) else "conditional_error"
    shown = view.conditional_moves is not None
    if not shown:
        place = "closed" if isinstance(refused, Stale) else "error"
    more = {"posted": posted, "shows_conditional_form": shown, place: refused.message}
    return table_page(request, fresh, view, status=refused.status, **more)
