"""Clubs: the list, one of them, founding, changing and closing."""

from datetime import datetime
from typing import Annotated

from django.utils import timezone
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking, asking_surely
from api.cursors import newest_first
from api.messages import ApiRequest, ApiResponse, Cursor, Limit, Line, NextCursor, Text
from api.scopes import Scope
from api.views import ApiView, operation
from clubs.api.responses import ClubResponse, Joining, as_it_is, club_response, count_change, membership_of
from clubs.models import Role
from clubs.selectors.access import listed_clubs, open_clubs
from clubs.selectors.clubs import club_view
from clubs.services.founding import change_club, close_club, found_club

FIELDS = {
    **dict.fromkeys(("title_missing", "title_too_long"), "/title"),
    "about_too_long": "/about",
    "no_such_joining": "/joining",
}


class ClubSummary(ApiResponse):
    """A club in a list."""

    number: int
    title: str
    about: str
    joining: str
    member_count: int


class ClubPage(ApiResponse):
    """Clubs, newest first."""

    results: list[ClubSummary]
    next_cursor: NextCursor


class ClubsQuery(ApiRequest):
    """Which clubs."""

    mine: Annotated[bool, Meta(description="Only those that you belong to.")] = False
    cursor: Cursor = ""
    limit: Limit = 50


class ClubQuery(ApiRequest):
    """How you found the club."""

    link: Annotated[
        str, Meta(max_length=24, pattern=r"^[\w-]*$", description="The secret part of its invitation link.")
    ] = ""


class ClubSettings(ApiRequest):
    """What a club says, and who may join."""

    title: Line
    about: Text = ""
    joining: Joining = "request"


class ClubsView(ApiView):
    """Clubs."""

    @operation("List clubs", scope=Scope.READ, reply=ClubPage, query=ClubsQuery)
    def get(self, request: Request, query: ClubsQuery) -> ClubPage:
        """List the clubs that anyone may join or ask to join, or your own."""
        mine = open_clubs().filter(pk__in=asking(request).memberships.values("club"))
        page = newest_first(mine if query.mine else listed_clubs(), of="clubs", cursor=query.cursor, limit=query.limit)
        found = [
            ClubSummary(row.pk, row.title, row.about, row.joining, row.count)  # the count is annotated
            for row in page.rows
        ]
        return ClubPage(results=found, next_cursor=page.next_cursor)

    @operation(
        "Found a club", scope=Scope.MANAGE, reply=ClubResponse, body=ClubSettings, status=201, error_fields=FIELDS
    )
    def post(self, request: Request, body: ClubSettings, now: datetime) -> ClubResponse:
        """Found a club, and own it."""
        me = asking(request)
        count_change(request)
        club = found_club(user=me, title=body.title, about=body.about, joining=body.joining, now=now)
        return club_response(club_view(club, me, now))


class OneClubView(ApiView):
    """A club."""

    @operation("Show a club", scope=Scope.READ, reply=ClubResponse, query=ClubQuery)
    def get(self, request: Request, number: int, query: ClubQuery) -> ClubResponse:
        """Show a club; its members see more. 404 for a club by invitation, unless you have its link."""
        return as_it_is(request, number, timezone.now(), query.link)

    @operation("Change a club", scope=Scope.MANAGE, reply=ClubResponse, body=ClubSettings, error_fields=FIELDS)
    def put(self, request: Request, number: int, body: ClubSettings, now: datetime) -> ClubResponse:
        """Change what a club says and who may join, as one of those who run it."""
        membership_of(request, number)
        count_change(request)
        me = asking(request)
        change_club(number=number, user=me, title=body.title, about=body.about, joining=body.joining, now=now)
        return as_it_is(request, number, now)

    @operation("Close a club", scope=Scope.MANAGE, reply=None, status=204)
    def delete(self, request: Request, number: int, now: datetime) -> None:
        """Close a club for good, as its owner."""
        mine = membership_of(request, number)
        me = asking_surely(request) if mine.role == Role.OWNER else asking(request)
        close_club(number=number, user=me, now=now)
