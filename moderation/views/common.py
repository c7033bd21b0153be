"""Shared by the desk's pages: access checks, and finding the target of a page."""

from collections.abc import Callable, Collection
from typing import NamedTuple

from django.contrib.auth.decorators import login_required, permission_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from accounts.identity.readers import reader
from accounts.identity.selectors import selves, user_or_404
from accounts.models import User
from clubs.models import Club
from clubs.selectors.chat import InspectedClubMessage, inspected_club_message
from matches.chat.read import InspectedMessage, inspected_message
from matches.models import Match, Seat
from matches.models.social import Message
from matches.view.match_view import matches
from moderation.action import Target
from moderation.selectors.desk import reports_for

View = Callable[..., HttpResponse]
DESK = "moderation.desk"
Inspected = InspectedMessage | InspectedClubMessage


class DeskReader(NamedTuple):
    """A moderator, and the ids of all their accounts."""

    user: User
    accounts: set[int]


def desk_only(view: View) -> View:
    """Let moderators in, ask visitors to log in, and refuse everyone else."""
    return login_required(permission_required(DESK, raise_exception=True)(view))


def desk_reader(request: HttpRequest) -> DeskReader:
    """The moderator who asks for a page. Their accounts are found once and handed on."""
    me = reader(request)
    return DeskReader(me, selves(me))


def match_of_page(number: int) -> Match:
    """A match, private or not. Raises `Http404`."""
    return get_object_or_404(matches(), pk=number)


def target_of_page(request: HttpRequest, mine: Collection[int]) -> Target:
    """The target in a form's URL: `player`, `table` (`seat` or `message`), or `club` (`message`); and `report`."""
    query = request.GET
    # The response must not reveal that a report exists which the reader may not see.
    reports = reports_for(mine)
    report = get_object_or_404(reports, pk=_number(query["report"])) if query.get("report") else None
    if name := query.get("player"):
        return Target(user=user_or_404(name=name, closed_too=True), report=report)
    if "club" in query:
        club = get_object_or_404(Club, pk=_number(query["club"]))
        said = get_object_or_404(club.messages, number=_number(query["message"])) if "message" in query else None
        return Target(club=club, club_message=said, report=report)
    if "table" not in query:
        raise Http404(gettext("This address names nothing to act on."))
    match = match_of_page(_number(query["table"]))
    return Target(match=match, seat=_seat(match, request), message=_message(match, request), report=report)


def _seat(match: Match, request: HttpRequest) -> Seat | None:
    return get_object_or_404(match.seats, number=_number(request.GET["seat"])) if "seat" in request.GET else None


def _message(match: Match, request: HttpRequest) -> Message | None:
    if "message" not in request.GET:
        return None
    room, _, number = request.GET["message"].partition("-")
    return get_object_or_404(match.messages, room=room, number=_number(number))


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Http404(gettext("There is no such number."))
    return int(text)


def message_shown(target: Target) -> Inspected | None:
    """The message of a target alone, or None."""
    if target.club_message is not None:
        return inspected_club_message(target.club_message)
    return inspected_message(target.whole_match, target.message) if target.message is not None else None
