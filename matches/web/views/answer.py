"""The view that seals an answer."""

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.identity.readers import reader
from engine import IllegalAction
from engine.conditional_move_words import BadConditionalMove
from foundation.errors import Refused, Stale
from foundation.kept_queries import KeptQuery, given
from foundation.live import answered_by_reply
from foundation.page_urls import page_address
from matches.conditional_moves.forms import PREFIX, has_conditional_move, move_from
from matches.log.states import game_of
from matches.models import Match
from matches.play.answers import submit_answer
from matches.play.conditional_moves import answer_and_save_conditional_move
from matches.view.match_view import match_view, match_view_light, seat_of
from matches.web.mail_access import opened_by_mail
from matches.web.views.common import asks_for_part, refusal, whole_match
from matches.web.views.table import live_part, sealed_part, table_page

GAME_OF = KeptQuery(lambda: Match.objects.only("game").filter(pk=given("match")))
LONGEST_PAGE = 32
"""The longest name that a page may give itself."""


@require_POST
@login_required
def answer(request: HttpRequest, number: int) -> HttpResponse:
    """Seal the answer in a form; the form names the step it was made for."""
    try:
        with answered_by_reply(request.headers.get("X-Page", "")[:LONGEST_PAGE]):
            _seal(request, number)
    except Match.DoesNotExist as error:
        raise Http404(gettext("There is no such table.")) from error
    except Refused as refused:
        return _render_refusal(request, whole_match(request, number), refused)
    if asks_for_part(request):
        return _render_answer(request, whole_match(request, number))
    return HttpResponseRedirect(f"{page_address('matches:table', number)}?sealed=1")


def _render_answer(request: HttpRequest, fresh: Match) -> HttpResponse:
    """Render what the answer changed: a few pieces if it is sealed and no more, else the whole part that refreshes."""
    me = seat_of(fresh, request.user.pk)
    if fresh.next_step == _step(request) and not has_conditional_move(dict(request.POST.lists())):
        view = match_view_light(fresh, me)
        if view.asked and view.asked.answer:
            return sealed_part(request, fresh, view)
    return live_part(request, fresh, match_view(fresh, me), just_sealed=True)


def _seal(request: HttpRequest, number: int) -> None:
    """Seal the answer, and save the conditional move in the same form if there is one."""
    fields = {name: request.POST.getlist(name) for name in request.POST}
    user_id, step, actions, now = reader(request).pk, _step(request), partial(_actions, request), timezone.now()
    if not has_conditional_move(fields):
        submit_answer(match_id=number, user_id=user_id, step=step, actions=actions, now=now)
        return
    if opened_by_mail(request):
        raise Refused(
            "log_in_for_conditional_moves",
            gettext("The link of a mail answers for this turn only. Log in to plan ahead."),
        )
    try:
        rule = move_from(GAME_OF.get(match=number).game, fields, lasts="next")
    except BadConditionalMove as error:
        raise Refused(error.code, error.message) from error
    answer_and_save_conditional_move(match_id=number, user_id=user_id, step=step, actions=actions, move=rule, now=now)


def _step(request: HttpRequest) -> int:
    text = request.POST.get("step", "")
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Refused("step_missing", gettext("This form does not say which round it is for. Load the table again."))
    return int(text)


OWN_FIELDS = frozenset({"csrfmiddlewaretoken", "step", "several", "conditional_form"})
"""Fields of the form itself. With `conditional_form` the reply shows the form of conditional moves again."""


def _actions(request: HttpRequest, match: Match) -> list[Any]:
    """Return the raw actions of a form: one, or several that make up a turn."""
    game = game_of(match)
    asked = {name for name in request.POST if not name.startswith(PREFIX)}
    if unknown := asked - OWN_FIELDS - game.form_fields:
        raise Refused(
            "unknown_field",
            gettext("This form has a field that nobody asked for: {unknown}. Load it again.").format(
                unknown=min(unknown)[:40]
            ),
        )
    fields = {name: request.POST.getlist(name) for name in asked}
    try:
        if request.POST.get("several"):
            return [game.read_form({"action": [text]}) for text in fields.get("action", [])]
        return [game.read_form(fields)]
    except IllegalAction as error:
        raise Refused(error.code, error.message) from error


def _render_refusal(request: HttpRequest, fresh: Match, refused: Refused) -> HttpResponse:
    """Render the table in its current state, with the reason."""
    if fresh.step < 0:
        return refusal(request, refused, number=fresh.pk)
    view = match_view(fresh, seat_of(fresh, request.user.pk))
    place = "closed" if isinstance(refused, Stale) else "error"
    posted = {name: request.POST.getlist(name) for name in request.POST}
    draw = live_part if asks_for_part(request) else table_page
    return draw(request, fresh, view, status=refused.status, posted=posted, **{place: refused.message})
