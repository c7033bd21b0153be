"""The reasons for everyone's place, on ladders and in tournaments."""

from datetime import datetime

from rest_framework.request import Request

from api.cursors import newest_first
from api.messages import ApiResponse, NextCursor, PageQuery
from api.scopes import Scope
from api.views import ApiView, operation
from ladders.api.ladders import ladder_at
from ladders.api.tournaments import tournament_at
from ladders.models import RungChange, StandingChange
from ladders.selectors.ladders import changes_of
from ladders.selectors.tournaments import reasons_of


class RungChangeResponse(ApiResponse):
    """One change of a place, with its reason."""

    at: datetime
    player: str
    division: str
    """The division of `after`. `before` was in another if the player was promoted or relegated."""
    before: int | None
    """Null for newcomers. Equal to `after` for players who left and whose place in a saved table changed."""
    after: int | None
    """Null for players who left."""
    why: str
    words: str
    """`why` in words."""
    match: int | None


class RungChanges(ApiResponse):
    """Changes of a ladder, newest first."""

    results: list[RungChangeResponse]
    next_cursor: NextCursor


class ReasonResponse(ApiResponse):
    """One change of the standings, with its reason."""

    at: datetime
    player: str
    round: int
    """0 before the first round."""
    points: float
    """The points added."""
    why: str
    words: str
    """`why` in words."""
    match: int | None


class Reasons(ApiResponse):
    """Changes of the standings, newest first."""

    results: list[ReasonResponse]
    next_cursor: NextCursor


def _change(row: RungChange) -> RungChangeResponse:
    return RungChangeResponse(
        at=row.at,
        player=row.user.username,
        division=row.division.title,
        before=row.before,
        after=row.after,
        why=row.why,
        words=row.get_why_display(),
        match=row.challenge.match_id if row.challenge else None,
    )


def _reason(row: StandingChange) -> ReasonResponse:
    return ReasonResponse(
        at=row.at,
        player=row.entry.user.username,
        round=row.round,
        points=row.points,
        why=row.why,
        words=row.get_why_display(),
        match=row.table.match_id if row.table else None,
    )


class ChangesView(ApiView):
    """The changes of a ladder."""

    @operation("List the changes of a ladder", scope=Scope.READ, reply=RungChanges, query=PageQuery)
    def get(self, request: Request, slug: str, query: PageQuery) -> RungChanges:
        """List every change of a place, with its reason."""
        ladder = ladder_at(request, slug)
        page = newest_first(changes_of(ladder), of=f"changes {ladder.pk}", cursor=query.cursor, limit=query.limit)
        return RungChanges(results=[_change(row) for row in page.rows], next_cursor=page.next_cursor)


class ReasonsView(ApiView):
    """The changes of the standings."""

    @operation("List the reasons of a tournament", scope=Scope.READ, reply=Reasons, query=PageQuery)
    def get(self, request: Request, number: int, query: PageQuery) -> Reasons:
        """List every change of the standings, with its reason."""
        found = reasons_of(tournament_at(request, number))
        page = newest_first(found, of=f"reasons {number}", cursor=query.cursor, limit=query.limit)
        return Reasons(results=[_reason(row) for row in page.rows], next_cursor=page.next_cursor)
