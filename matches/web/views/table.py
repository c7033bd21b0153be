"""The table page: one match, now or after an earlier step."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.identity.readers import reader
from accounts.security.limits import count_costly_work, refused_by, step_shown
from engine.table_settings import TableSettings, fixed_of
from engine.view import MatchView, SeatView
from foundation.errors import Refused, refusal_words
from games.levels import LEVELS, USUAL
from games.registry import GAMES
from matches.clocks.time_controls import clock_words
from matches.live import table_version
from matches.lobby.rematch import check_may_rematch, rematch_of
from matches.log.seeds import offer_seed
from matches.models import Match, Step
from matches.view.eyes import eyes_of, hidden_rows, view_through
from matches.view.invitations import invitation_for
from matches.view.joining import joining_words
from matches.view.lobby_view import lobby_seats
from matches.view.match_view import LOG_STEPS, match_view, may_see, seat_name, seat_of
from matches.view.options import options_words
from matches.web.invited import invitation, socket_of
from matches.web.mail_access import opened_by_mail
from matches.web.pictures.chart import chart_of
from matches.web.views.common import (
    asks_for_part,
    is_whole_number,
    refusal,
    refused_by_length,
    reliability_words,
    visible_match,
    whole_match,
)
from matches.web.views.pictures import share_of

WHOLE_LOG = 500


@require_safe
def table(request: HttpRequest, number: int) -> HttpResponse:
    """Show a table as its reader may see it."""
    match = whole_match(request, number)
    if match.step < 0:
        return _lobby(request, match)
    if asks_for_part(request):
        # The page of a table that waited for players has nothing of the game: load it as a table.
        return HttpResponse(headers={"HX-Refresh": "true"})
    view = match_view(match, seat_of(match, request.user.pk))
    return table_page(request, match, view, just_sealed="sealed" in request.GET)


@require_safe
def live(request: HttpRequest, number: int) -> HttpResponse:
    """Render the live part of a table's page."""
    match = whole_match(request, number)
    if match.step < 0:
        return _lobby(request, match)
    view = match_view(match, seat_of(match, request.user.pk))
    return live_part(request, match, view, seen_here=_seen_here(request))


def _seen_here(request: HttpRequest) -> int | str:
    """The step up to which an open page says that it has shown how rounds opened, or nothing."""
    seen = request.GET.get("seen", "")
    return int(seen) if is_whole_number(seen) else ""


@require_safe
@step_shown
def replay(request: HttpRequest, number: int, step: int) -> HttpResponse:
    """Show the table after an earlier step, as this reader may see it: of a finished match, through any eyes."""
    match = visible_match(request, number)
    if refused := refused_by_length(request, match.step):
        return refused
    try:
        eyes = eyes_of(match, seat_of(match, request.user.pk), request.GET.get("seat", ""))
        view = view_through(match, eyes, at_step=step, log_steps=LOG_STEPS)
    except Step.DoesNotExist as error:
        raise Http404(gettext("This table has no such step.")) from error
    except Refused as error:
        return refusal(request, error, number=number)
    query = f"?seat={eyes.name}" if eyes.name else ""
    hidden = hidden_rows(match, step) if eyes.everyone else None
    return table_page(request, match, view, eyes=eyes, eyes_query=query, hidden=hidden)


@require_safe
def whole_log(request: HttpRequest, number: int) -> HttpResponse:
    """Show the whole log, as this reader may see it."""
    match = visible_match(request, number)
    if refused := refused_by(count_costly_work, request, 1 + min(max(match.step, 0), WHOLE_LOG) // 100):
        return refused
    view = match_view(match, seat_of(match, request.user.pk), log_steps=WHOLE_LOG)
    return render(request, "matches/log.html", {"view": view})


def table_page(
    request: HttpRequest, match: Match, view: MatchView, *, status: int = 200, **more: object
) -> HttpResponse:
    """Render a table's page."""
    return render(request, "matches/table.html", _context(request, match, view) | more, status=status)


def live_part(
    request: HttpRequest, match: Match, view: MatchView, *, status: int = 200, **more: object
) -> HttpResponse:
    """Render the part of a table's page that refreshes."""
    context = _context(request, match, view) | {"is_part": True}
    return render(request, "matches/_live.html", context | more, status=status)


def sealed_part(request: HttpRequest, match: Match, view: MatchView) -> HttpResponse:
    """Render what changes on a reader's open page when their answer is sealed; htmx puts each piece in its place."""
    mat_too = GAMES[match.game].answers_on_mat
    seats = view.seats if mat_too else view.seats[view.me : view.me + 1] if view.me is not None else ()
    context = {"view": view, "sealed_part": True, "mat_too": mat_too, "seats_shown": seats, "just_sealed": True}
    response = render(request, "matches/_live.html", context | {"is_part": True})
    response["HX-Reswap"] = "none"
    # The rest stays as it is. So only a page that stood at one envelope less is now as the table stands.
    before, now = (table_version(match, max(view.envelopes - less, 0)) for less in (1, 0))
    response["X-Stands"] = f"{before} {now}"
    return response


def _seat_links(request: HttpRequest, match: Match, view: MatchView) -> list[tuple[str, str]]:
    """Return links to the seats open to a substitute, for players to share."""
    if view.me is None or view.is_replay or match.members_only:
        return []
    token = invitation_for(match, request.user.pk)
    query = f"?invitation={token}" if token else ""
    wanted = (seat for seat in match.seats.all() if seat.substitute_wanted)
    links = ((seat, reverse("matches:open_seat", args=[match.pk, seat.number])) for seat in wanted)
    return [(seat_name(seat), request.build_absolute_uri(link + query)) for seat, link in links]


def seats_to_offer(view: MatchView) -> list[SeatView] | None:
    """Return the seats that a reader may open to a substitute, or None if they play no running match here."""
    if view.my_seat is None or view.is_replay or not view.is_ongoing:
        return None
    return [seat for seat in view.seats if not seat.resigned and (seat.is_me or seat.stand_in)]


def _context(request: HttpRequest, match: Match, view: MatchView) -> dict[str, object]:
    socket = "" if view.is_replay else socket_of(request, match)
    context = {
        "view": view,
        "options": options_words(match),
        "settings": clock_words(match),
        "reliability": reliability_words(match),
        "socket": socket,
        "stands": "" if view.is_replay else table_version(match, view.envelopes),
        "invitation": invitation(request, match),
        "seats_to_offer": seats_to_offer(view),
        "seat_links": _seat_links(request, match, view),
        "share": share_of(request, match, view),
        "origin_shown": _is_origin_shown(request, match),
        "has_panels": not opened_by_mail(request) and not view.is_replay and view.step >= 0,
        "replay_first": view.me is None,
        "shows_conditional_form": bool({"change", "conditional_form"} & {*request.GET, *request.POST}),
    }
    if not view.is_replay:
        context["chart"] = chart_of(match)
    if match.is_over and view.me is not None and not view.eyes_chosen:
        found = rematch_of(match)
        context["rematch"] = found if found is not None and may_see(found, request.user.pk) else None
        context["no_rematch"] = refusal_words(lambda: check_may_rematch(match, reader(request)))
        context["replay_first"] = bool(context["no_rematch"]) and not context["rematch"]
        context["seed"] = offer_seed(host_id=reader(request).pk)
    return context


def _is_origin_shown(request: HttpRequest, match: Match) -> bool:
    """True if a reader may see the match that this one was played on from."""
    return match.fork_of is not None and may_see(match.fork_of, request.user.pk)


def _lobby(request: HttpRequest, match: Match) -> HttpResponse:
    """Render a table that has not started."""
    me = request.user
    seats = lobby_seats(match, me.pk)
    view = match_view(match, seat_of(match, me.pk))
    token = invitation_for(match, me.pk)
    link = request.build_absolute_uri(f"?invitation={token}") if token else ""
    page = {
        "view": view,
        "share": share_of(request, match, view),
        "match": match,
        "seats": seats,
        "options": [*options_words(match), *joining_words(fixed_of(match, TableSettings))],
        "settings": clock_words(match),
        "reliability": reliability_words(match),
        "invitation": invitation(request, match),
        "invite_link": link,
        "is_host": match.host_id == me.pk,
        "socket": socket_of(request, match),
        "stands": table_version(match, view.envelopes),
        "levels": [(level, about.in_short) for level, about in LEVELS.items()],
        "usual_level": USUAL,
        "origin_shown": _is_origin_shown(request, match),
        "free": sum(not seat.taken for seat in seats),
    }
    return render(request, "matches/lobby.html", page)
