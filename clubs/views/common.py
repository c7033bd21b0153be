"""Shared by the pages of clubs: finding a club, and acting with a message."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from clubs.models import Club, ClubMessage, Membership
from clubs.selectors.access import member_of, visible_club
from foundation.errors import Refused
from matches.web.views.common import refusal


def club_of_page(request: HttpRequest, number: int) -> Club:
    """The club, if this reader may know that it exists. Raises `Http404`."""
    found = visible_club(number, request.user.pk)
    if found is None:
        raise Http404(gettext("There is no such club."))
    return found


def my_membership(request: HttpRequest, number: int) -> Membership:
    """The reader's membership of the club. Raises `Http404` for everyone else."""
    found = member_of(number, request.user.pk)
    if found is None:
        raise Http404(gettext("There is no such club, or you are not a member."))
    return found


def act(request: HttpRequest, back: str, do: Callable[[], object], done: str) -> HttpResponse:
    """Run an action and redirect with a message, or explain why not."""
    try:
        do()
    except (Club.DoesNotExist, ClubMessage.DoesNotExist) as error:
        raise Http404(gettext("There is no such club or message.")) from error
    except Refused as refused:
        return refusal(request, refused)
    messages.success(request, done)
    return redirect(back)
