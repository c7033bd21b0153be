"""Clubs and their chat as responses, and finding them for a program."""

from datetime import datetime
from typing import Literal

from django.http import Http404
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.throttles import count_as
from api.messages import ApiResponse
from clubs.models import Club, Membership
from clubs.selectors.access import invited_club, member_of, visible_club
from clubs.selectors.clubs import ClubView, club_view

HOUR = 3600
Joining = Literal["open", "request", "invitation"]


class ClubMember(ApiResponse):
    """A member of a club."""

    name: str
    role: str
    """`owner`, `organiser` or `member`."""
    joined_at: datetime


class ClubResponse(ApiResponse):
    """A club. Only members see its members, and only those who run it the rest."""

    number: int
    title: str
    about: str
    joining: str
    """`open`, `request`, or `invitation`: only with its link."""
    member_count: int
    owner: str | None
    my_role: str | None
    asked: bool
    """True if you wait for an answer."""
    members: list[ClubMember]
    waiting: list[str]
    """The names of those who ask to join."""
    refused: list[str]
    """The names of those who were refused or removed, and cannot join."""
    link: str | None
    """The secret part of the invitation link."""
    link_expires_at: datetime | None


def club_response(view: ClubView) -> ClubResponse:
    """Return a club as a response."""
    return ClubResponse(
        number=view.number,
        title=view.title,
        about=view.about,
        joining=view.joining,
        member_count=view.count,
        owner=view.owner.username if view.owner else None,
        my_role=view.mine.role if view.mine else None,
        asked=view.asked,
        members=[ClubMember(name=row.user.username, role=row.role, joined_at=row.joined_at) for row in view.members],
        waiting=[row.user.username for row in view.waiting],
        refused=[row.user.username for row in view.refused],
        link=view.link or None,
        link_expires_at=view.link_expires_at,
    )


def club_of_request(request: Request, number: int, *, link: str = "", now: datetime) -> Club:
    """Return a club that the user may know of, also by its link. Raises `Http404`."""
    found = visible_club(number, asking(request).pk)
    if found is None and (invited := invited_club(link, now)) is not None and invited.pk == number:
        return invited
    if found is None:
        raise Http404
    return found


def as_it_is(request: Request, number: int, now: datetime, link: str = "") -> ClubResponse:
    """Return the club after a change."""
    return club_response(club_view(club_of_request(request, number, link=link, now=now), asking(request), now))


def membership_of(request: Request, number: int) -> Membership:
    """Return the user's membership. Raises `Http404` for everyone else."""
    found = member_of(number, asking(request).pk)
    if found is None:
        raise Http404
    return found


def count_change(request: Request) -> None:
    """Count a change of a club toward the limit of the user."""
    count_as("club", request, asking(request), wait=HOUR)
