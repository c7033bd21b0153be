"""The tables of a club."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from api.cursors import newest_first
from api.messages import ApiRequest, Cursor, Limit, Line
from api.scopes import Scope
from api.views import ApiView, Reply, operation
from clubs.api.responses import membership_of
from clubs.selectors.tables import tables_in
from clubs.services.tables import open_club_table
from matches.api.common import as_it_stands
from matches.api.responses import MatchResponse
from matches.api.tables import MatchPage, match_line

FIELDS = {"no_such_game": "/game", "no_such_pace": "/pace", "no_such_size": "/seats"}


class ClubTablesQuery(ApiRequest):
    """Which tables."""

    status: Literal["open", "running", "paused", "finished", "called_off"] | None = None
    cursor: Cursor = ""
    limit: Limit = 50


class NewClubTable(ApiRequest):
    """A table for the members of a club, with the usual options of its game."""

    game: Line
    pace: Line
    """Seconds for each answer, or `start+increment/cap`: one of the paces that the site offers."""
    seats: Annotated[int, Meta(ge=2, le=12)] = 3
    rated: bool = True


class ClubTablesView(ApiView):
    """The tables of a club."""

    @operation("List the tables of a club", scope=Scope.READ, reply=MatchPage, query=ClubTablesQuery)
    def get(self, request: Request, number: int, query: ClubTablesQuery) -> MatchPage:
        """List the tables of a club, newest first. 404 unless you are a member."""
        rows = tables_in(membership_of(request, number))
        found = rows.filter(status=query.status) if query.status else rows
        name = f"club {number} {query.status}"
        page = newest_first(found, of=name, cursor=query.cursor, limit=query.limit)
        me = asking(request)
        return MatchPage(results=[match_line(match, me) for match in page.rows], next_cursor=page.next_cursor)

    @operation(
        "Open a table for a club",
        scope=Scope.MANAGE,
        reply=MatchResponse,
        body=NewClubTable,
        status=201,
        error_fields=FIELDS,
    )
    def post(self, request: Request, number: int, body: NewClubTable, now: datetime) -> Reply:
        """Open a table that only members see and join."""
        membership_of(request, number)
        match = open_club_table(
            number=number,
            user=asking(request),
            game=body.game,
            pace=body.pace,
            seats=body.seats,
            rated=body.rated,
            now=now,
        )
        return Reply(as_it_stands(request, match.pk), {"Location": f"/api/v1/matches/{match.pk}"})
