"""Seats while a match goes on: taken back, opened to a substitute, taken over."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.briefs import open_seat
from games.engine import game_of
from games.models import Match, Seat
from games.paces import clock_words
from games.selectors import matches, may_see, options_words, seat_name
from games.services.errors import Refused
from games.services.stand_ins import seat_take_back
from games.services.substitutes import seat_offer, seat_substitute
from games.views.common import invitation, reader, refusal, reliability_words, visible_match


def _done(request: HttpRequest, match: Match, act: Callable[[Match], None]) -> HttpResponse:
    """Do something at a table, and show it again."""
    number = match.pk
    try:
        act(match)
    except Refused as refused:
        return refusal(request, refused, number=number)
    except Seat.DoesNotExist as error:
        raise Http404("There is no such seat.") from error
    return redirect("games:table", number)


@require_POST
@login_required
def seat_back(request: HttpRequest, number: int) -> HttpResponse:
    """Take one's seat back from the bot that held it."""
    me = reader(request)
    match = visible_match(request, number)
    return _done(request, match, lambda match: seat_take_back(match_id=match.pk, user_id=me.pk, now=timezone.now()))


@require_POST
@login_required
def offer(request: HttpRequest, number: int, seat: int) -> HttpResponse:
    """Open a seat to a substitute, or close it again."""
    me, wanted = reader(request), request.POST.get("wanted") != "no"
    return _done(
        request,
        visible_match(request, number),
        lambda match: seat_offer(match_id=match.pk, user_id=me.pk, number=seat, wanted=wanted, now=timezone.now()),
    )


@require_safe
def take_over(request: HttpRequest, number: int, seat: int) -> HttpResponse:
    """What a substitute may know before they sit down, also at a table that they may not watch."""
    match = matches().filter(pk=number).first()
    found = open_seat(match, seat, invited=invitation(request) == match.invite_token) if match else None
    if match is None or found is None:
        raise Http404("No such seat is open.")
    page = {
        "match": match,
        "title": game_of(match).title,
        "seat": found,
        "holder": seat_name(found),
        "may_watch": may_see(match, request.user.pk, invited=True),
        "options": options_words(match),
        "terms": clock_words(match),
        "reliability": reliability_words(match),
        "seats": [{"number": other.number, "name": seat_name(other)} for other in match.seats.all()],
        "invitation": invitation(request),
    }
    return render(request, "games/open_seat.html", page)


def _findable_match(request: HttpRequest, number: int, seat: int) -> Match:
    """The match, for who may look at it or may know that this seat is open."""
    match = matches().filter(pk=number).first()
    if match and open_seat(match, seat, invited=invitation(request) == match.invite_token):
        return match
    return visible_match(request, number)


@require_POST
@login_required
def substitute(request: HttpRequest, number: int, seat: int) -> HttpResponse:
    """Take a seat over."""
    me, token = reader(request), invitation(request)
    return _done(
        request,
        _findable_match(request, number, seat),
        lambda match: seat_substitute(match_id=match.pk, user=me, number=seat, token=token, now=timezone.now()),
    )
