"""Reporting a match, one of its seats or messages, a player, or a club or a message in it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from accounts.identity.readers import reader
from accounts.identity.selectors import user_or_404
from accounts.security.limits import rate_limited
from foundation.errors import Refused
from matches.models import Match
from matches.models.social import Message
from matches.view.match_view import seat_name
from matches.web.views.common import is_whole_number, visible_match
from moderation.action import Target
from moderation.forms import ReportForm
from moderation.selectors.targets import club_reportable, message_readable, seats_held
from moderation.services.reports import make_report
from moderation.views.common import message_shown

THANKS = gettext_lazy("Thank you. A moderator will look at it, and you will be told what came of it.")
TOO_FAST = gettext_lazy("You have reported a lot within the last hour. Wait a little, then send this one again.")


@login_required
def report(request: HttpRequest) -> HttpResponse:
    """Show the report form; store the report on submission."""
    target = _target(request)
    form = ReportForm(request.POST or None, seats=_seats(target))
    if request.method != "POST":
        return _page(request, form, target)
    reply: HttpResponse = _send(request, form, target)
    if reply.status_code == 429:
        form.add_error(None, TOO_FAST)
        return _page(request, form, target, status=429)
    return reply


@rate_limited("report")
def _send(request: HttpRequest, form: ReportForm, target: Target) -> HttpResponse:
    if form.is_valid():
        try:
            make_report(
                reporter=reader(request),
                target=_with_seat(target, form.cleaned_data.get("seat", "")),
                category=form.cleaned_data["category"],
                words=form.cleaned_data["words"],
                now=timezone.now(),
            )
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, THANKS)
            return redirect(_back(target))
    return _page(request, form, target, status=400)


def _page(request: HttpRequest, form: ReportForm, target: Target, *, status: int = 200) -> HttpResponse:
    page = {"form": form, "target": target, "message": message_shown(target), "back": _back(target)}
    return render(request, "moderation/report_make.html", page, status=status)


def _target(request: HttpRequest) -> Target:
    """The target in the URL, if its reader may see it. Raises `Http404` otherwise."""
    if name := request.GET.get("player"):
        return Target(user=user_or_404(name=name))
    if "club" in request.GET:
        return _in_club(request)
    number = request.GET.get("table", "")
    if not is_whole_number(number):
        raise Http404(gettext("This address names nothing to report."))
    match = visible_match(request, int(number))
    return Target(match=match, message=_message(request, match))


def _in_club(request: HttpRequest) -> Target:
    number, message = request.GET["club"], request.GET.get("message")
    if not is_whole_number(number) or not (message is None or is_whole_number(message)):
        raise Http404(gettext("This address names nothing to report."))
    found = club_reportable(int(number), reader(request), None if message is None else int(message))
    if found is None:
        raise Http404(gettext("There is no such club or message."))
    return Target(club=found[0], club_message=found[1])


def _message(request: HttpRequest, match: Match) -> Message | None:
    named = request.GET.get("message", "")
    if not named:
        return None
    room, _, number = named.partition("-")
    is_number = number.isascii() and number.isdecimal() and len(number) < 9
    found = message_readable(match, reader(request), room, int(number)) if is_number else None
    if found is None:
        raise Http404(gettext("There is no such message."))
    return found


def _seats(target: Target) -> list[tuple[str, str]]:
    if target.match is None or target.message is not None:
        return []
    return [(str(seat.number), seat_name(seat)) for seat in seats_held(target.match)]


def _with_seat(target: Target, seat: str) -> Target:
    if not seat:
        return target
    return Target(match=target.match, seat=target.whole_match.seats.get(number=int(seat)))


def _back(target: Target) -> str:
    """The page to go back to."""
    if target.club is not None:
        return target.club.get_absolute_url()
    if target.match is None:
        return target.player.get_absolute_url()
    return reverse("matches:table", args=[target.match.pk])
