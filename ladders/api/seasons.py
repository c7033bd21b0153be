"""Seasons of ladders with their final tables, and the hall of past seasons and tournaments."""

from datetime import datetime
from typing import Any

from django.http import Http404
from rest_framework.request import Request

from api.cursors import in_order, newest_first
from api.messages import ApiResponse, NextCursor, PageQuery
from api.scopes import Scope
from api.views import ApiView, operation
from ladders.api.ladders import ladder_at
from ladders.models import Season, SeasonPlace
from ladders.selectors.hall import seasons_over, tournaments_over


class SeasonResponse(ApiResponse):
    """A season."""

    number: int
    ladder: str
    title: str
    starts_at: datetime
    ends_at: datetime
    ended_at: datetime | None
    corrected_at: datetime | None
    """When its table last changed because a moderator changed a result after its end."""


class Seasons(ApiResponse):
    """Seasons of a ladder, newest first."""

    results: list[SeasonResponse]
    next_cursor: NextCursor


class PlaceResponse(ApiResponse):
    """A line of a season's final table."""

    division: str
    position: int
    player: str
    rating: int | None
    error: int | None
    moved: str
    """`promoted`, `relegated`, or empty for players who stay."""


class SeasonTable(SeasonResponse):
    """A season with its final table, which is empty until it ends."""

    results: list[PlaceResponse]
    next_cursor: NextCursor


class Winner(ApiResponse):
    """One of the first three."""

    place: int
    player: str


class SeasonOver(SeasonResponse):
    """A past season, and the first three of its highest division."""

    first: list[Winner]


class SeasonsOver(ApiResponse):
    """Past seasons, latest first."""

    results: list[SeasonOver]
    next_cursor: NextCursor


class TournamentOver(ApiResponse):
    """A past tournament, and its first three."""

    number: int
    title: str
    game: str
    ended_at: datetime | None
    first: list[Winner]


class TournamentsOver(ApiResponse):
    """Past tournaments, latest first."""

    results: list[TournamentOver]
    next_cursor: NextCursor


def season_at(request: Request, slug: str, number: int) -> Season:
    """Return the season of a ladder, or 404."""
    found = Season.objects.select_related("ladder").filter(pk=number, ladder=ladder_at(request, slug)).first()
    if found is None:
        raise Http404
    return found


def _facts(season: Season) -> dict[str, Any]:
    names = ("title", "starts_at", "ends_at", "ended_at", "corrected_at")
    return {"number": season.pk, "ladder": season.ladder.slug} | {name: getattr(season, name) for name in names}


def season_response(season: Season) -> SeasonResponse:
    """Return a season as a response."""
    return SeasonResponse(**_facts(season))


def _place(place: SeasonPlace) -> PlaceResponse:
    return PlaceResponse(
        division=place.division,
        position=place.position,
        player=place.user.username,
        rating=place.number,
        error=place.error,
        moved=place.moved,
    )


class SeasonsView(ApiView):
    """The seasons of a ladder."""

    @operation("List the seasons of a ladder", scope=Scope.READ, reply=Seasons, query=PageQuery)
    def get(self, request: Request, slug: str, query: PageQuery) -> Seasons:
        """List past, running and announced seasons, newest first."""
        ladder = ladder_at(request, slug)
        found = ladder.seasons.select_related("ladder")
        page = newest_first(found, of=f"seasons {ladder.pk}", cursor=query.cursor, limit=query.limit)
        return Seasons(results=[season_response(season) for season in page.rows], next_cursor=page.next_cursor)


class SeasonView(ApiView):
    """One season."""

    @operation("Look at a season", scope=Scope.READ, reply=SeasonTable, query=PageQuery)
    def get(self, request: Request, slug: str, season: int, query: PageQuery) -> SeasonTable:
        """Get a season with its final table, the highest division first."""
        found = season_at(request, slug, season)
        places = found.places.select_related("user")
        page = in_order(places, of=f"season {season}", cursor=query.cursor, limit=query.limit)
        table = [_place(place) for place in page.rows]
        return SeasonTable(**_facts(found), results=table, next_cursor=page.next_cursor)


class HallOfSeasonsView(ApiView):
    """The hall of past seasons."""

    @operation("List seasons that are over", scope=Scope.READ, reply=SeasonsOver, query=PageQuery)
    def get(self, request: Request, query: PageQuery) -> SeasonsOver:
        """List the first three of every past season of all ladders."""
        page = in_order(seasons_over(), of="hall of seasons", cursor=query.cursor, limit=query.limit)
        return SeasonsOver(results=[_season_over(season) for season in page.rows], next_cursor=page.next_cursor)


class HallOfTournamentsView(ApiView):
    """The hall of past tournaments."""

    @operation("List tournaments that are over", scope=Scope.READ, reply=TournamentsOver, query=PageQuery)
    def get(self, request: Request, query: PageQuery) -> TournamentsOver:
        """List the first three of every past tournament."""
        page = in_order(tournaments_over(), of="hall of tournaments", cursor=query.cursor, limit=query.limit)
        return TournamentsOver(results=[_tournament_over(one) for one in page.rows], next_cursor=page.next_cursor)


def _season_over(season: Any) -> SeasonOver:
    first = [Winner(place=place.position, player=place.user.username) for place in season.first]
    return SeasonOver(**_facts(season), first=first)


def _tournament_over(one: Any) -> TournamentOver:
    first = [Winner(place=entry.rank, player=entry.user.username) for entry in one.first]
    return TournamentOver(number=one.pk, title=one.title, game=one.game, ended_at=one.ended_at, first=first)
