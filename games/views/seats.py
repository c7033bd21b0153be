"""Seats while a match goes on: taken back, opened to a substitute, taken over."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.models import Match, Seat
from games.services.errors import Refused
from games.services.stand_ins import seat_take_back
from games.services.substitutes import seat_offer, seat_substitute
from games.views.common import invitation, reader, refusal, visible_match


def _done(request: HttpRequest, number: int, act: Callable[[Match], None]) -> HttpResponse:
    """Do something at a table that the reader may see, and show the table again."""
    match = visible_match(request, number)
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
    return _done(request, number, lambda match: seat_take_back(match_id=match.pk, user_id=me.pk, now=timezone.now()))


@require_POST
@login_required
def offer(request: HttpRequest, number: int, seat: int) -> HttpResponse:
    """Open a seat to a substitute, or close it again."""
    me, wanted = reader(request), request.POST.get("wanted") != "no"
    return _done(
        request,
        number,
        lambda match: seat_offer(match_id=match.pk, user_id=me.pk, number=seat, wanted=wanted, now=timezone.now()),
    )


@require_POST
@login_required
def substitute(request: HttpRequest, number: int, seat: int) -> HttpResponse:
    """Take a seat over."""
    me, token = reader(request), invitation(request)
    return _done(
        request,
        number,
        lambda match: seat_substitute(match_id=match.pk, user=me, number=seat, token=token, now=timezone.now()),
    )
