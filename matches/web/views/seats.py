"""Seats during a match: taken back, opened to a substitute, taken over."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.readers import reader
from engine.table_settings import TableSettings, fixed_of
from foundation.errors import Refused
from matches.clocks.time_controls import clock_words
from matches.lobby.substitutes import offer_seat, take_over_seat
from matches.log.states import game_of
from matches.models import Match, Seat
from matches.timeouts.stand_ins import take_back_seat
from matches.view.joining import joining_words
from matches.view.match_view import matches, may_see, seat_name
from matches.view.options import options_words
from matches.view.summaries import open_seat
from matches.web.invited import invitation
from matches.web.views.common import refusal, reliability_words, visible_match


def _run(request: HttpRequest, match: Match, act: Callable[[Match], None]) -> HttpResponse:
    """Run `act` and redirect to the table, or show why not."""
    number = match.pk
    try:
        act(match)
    except Refused as refused:
        return refusal(request, refused, number=number)
    except Seat.DoesNotExist as error:
        raise Http404(gettext("There is no such seat.")) from error
    return redirect("matches:table", number)


@require_POST
@login_required
def seat_back(request: HttpRequest, number: int) -> HttpResponse:
    """Take the reader's seat back from the bot that held it."""
    me = reader(request)
    match = visible_match(request, number)
    return _run(request, match, lambda match: take_back_seat(match_id=match.pk, user_id=me.pk, now=timezone.now()))


@require_POST
@login_required
def offer(request: HttpRequest, number: int, seat: int) -> HttpResponse:
    """Open a seat to a substitute, or close it."""
    me, wanted = reader(request), request.POST.get("wanted") != "no"
    return _run(
        request,
        visible_match(request, number),
        lambda match: offer_seat(match_id=match.pk, user_id=me.pk, number=seat, wanted=wanted, now=timezone.now()),
    )


@require_safe
def take_over(request: HttpRequest, number: int, seat: int) -> HttpResponse:
    """Show what a substitute may know before taking the seat, even at a table closed to spectators."""
    match = matches().filter(pk=number).first()
    found = open_seat(match, seat, request.user.pk, token=invitation(request, match)) if match else None
    if match is None or found is None:
        raise Http404(gettext("No such seat is open."))
    page = {
        "match": match,
        "title": game_of(match).title,
        "seat": found,
        "holder": seat_name(found),
        "may_watch": may_see(match, request.user.pk, invited=True),
        "options": [*options_words(match), *joining_words(fixed_of(match, TableSettings))],
        "settings": clock_words(match),
        "reliability": reliability_words(match),
        "seats": [{"number": other.number, "name": seat_name(other)} for other in match.seats.all()],
        "invitation": invitation(request, match),
    }
    return render(request, "matches/open_seat.html", page)


def _findable_match(request: HttpRequest, number: int, seat: int) -> Match:
    """Return the match if the reader may see it or know that this seat is open."""
    match = matches().filter(pk=number).first()
    if match and open_seat(match, seat, request.user.pk, token=invitation(request, match)):
        return match
    return visible_match(request, number)


@require_POST
@login_required
def substitute(request: HttpRequest, number: int, seat: int) -> HttpResponse:
    """Take over a seat."""
    me = reader(request)
    return _run(
        request,
        _findable_match(request, number, seat),
        lambda match: take_over_seat(
            match_id=match.pk, user=me, number=seat, token=invitation(request, match), now=timezone.now()
        ),
    )
