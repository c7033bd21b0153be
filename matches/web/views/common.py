"""What the pages share: finding a match, refusing in words."""

from http import HTTPStatus

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.models import User
from games.models import Match
from games.reliability import reliability_of
from games.selectors import matches, may_see, seat_name
from games.services.errors import Refused


def visible_match(request: HttpRequest, number: int) -> Match:
    """The match of this number, if this reader may look at it; else as if there were none.

    A private table may also be looked at with its invitation link.
    """
    match = matches().filter(pk=number).first()
    if match is None:
        raise Http404("There is no such table.")
    if not may_see(match, request.user.pk, invited=invitation(request) == match.invite_token):
        raise Http404("There is no such table.")
    return match


def reader(request: HttpRequest) -> User:
    """The person or program that is logged in; for pages that ask for a log-in."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def invitation(request: HttpRequest) -> str:
    """The token of the invitation link by which the reader came, or ""."""
    return request.POST.get("invitation") or request.GET.get("invitation") or ""


def refusal(request: HttpRequest, refused: Refused, **context: object) -> HttpResponse:
    """A page that says in one sentence why something cannot be done."""
    status = HTTPStatus(refused.status)
    page = {"message": refused.message, "code": refused.code, "status": status.value, "phrase": status.phrase}
    return render(request, "games/refused.html", page | context, status=status)


def is_whole_number(text: str) -> bool:
    """Whether a text is a number that a form of ours may hold, and that every database can look up."""
    return text.isascii() and text.isdecimal() and len(text) < 10


def whole_number(text: str) -> int:
    """A number that a form of ours holds. Raises `Refused` for anything else."""
    if not is_whole_number(text):
        raise Refused("number_missing", "This form does not say which round or order it is for. Load the table again.")
    return int(text)


def reliability_words(match: Match) -> list[tuple[str, str]]:
    """Each person's reliability in words, seat by seat; where names are hidden, nothing that could give one away."""
    if match.names_hidden:
        return []
    people = [(seat, seat.user) for seat in match.seats.all() if seat.user and not seat.user.is_house]
    found = reliability_of([user.pk for _, user in people], timezone.now())
    return [(seat_name(seat), found[user.pk].words) for seat, user in people]
