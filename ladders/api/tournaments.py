"""Tournaments: the list, standings and tables of each, entering and withdrawing."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.models import User
from api.cursors import in_order, newest_first
from api.messages import ApiRequest, ApiResponse, Cursor, Limit, NextCursor, Nothing, PageQuery
from api.scopes import Scope
from api.views import ApiView, operation
from foundation.templatetags.languages import in_this_language
from ladders.models import Entry, Round, Tournament, TournamentTable
from ladders.selectors.tournaments import entry_of, standings_of, tables_of, tournaments_listed
from ladders.services.tournaments import enter_tournament, withdraw_from_tournament


class TournamentLine(ApiResponse):
    """One tournament."""

    number: int
    title: str
    kind: str
    status: str
    game: str
    seats: int
    """At a table."""
    entered: int
    starts_at: datetime
    club: int | None
    """The number of the club whose members alone see it; null for a tournament that is open to everyone."""


class TournamentPage(ApiResponse):
    """Tournaments, newest first."""

    results: list[TournamentLine]
    next_cursor: NextCursor


class TournamentsQuery(ApiRequest):
    """Which page of the tournaments."""

    cursor: Cursor = ""
    limit: Limit = 20


class StandingResponse(ApiResponse):
    """One line of the standings."""

    rank: int
    player: str
    points: float


class Standings(ApiResponse):
    """The standings of a tournament, best first."""

    results: list[StandingResponse]
    next_cursor: NextCursor


class EntryResponse(ApiResponse):
    """A player who entered."""

    player: str
    state: str


class Entries(ApiResponse):
    """Players who entered and have not withdrawn, in order of entry."""

    results: list[EntryResponse]
    next_cursor: NextCursor


class RoundResponse(ApiResponse):
    """A round. Its tables are made together, and it ends by its deadline."""

    number: int
    starts_at: datetime
    deadline: datetime
    ended_at: datetime | None


class TournamentTableResponse(ApiResponse):
    """One table of a round."""

    round: int
    number: int
    match: int | None
    players: list[str]
    places: list[int | None]


class TournamentTables(ApiResponse):
    """The tables of a tournament, round by round."""

    results: list[TournamentTableResponse]
    next_cursor: NextCursor


class TournamentResponse(TournamentLine):
    """A tournament with its settings; `…/entries`, `…/standings` and `…/tables` list the rest."""

    options: dict[str, Any]
    entry: str | None
    """The state of your entry, if you entered."""
    rounds: list[RoundResponse]
    """The rounds that have begun."""
    calendar: str | None
    """The URL of its dates for calendar apps. It needs no token; null for a tournament of a club."""


def _line(tournament: Any) -> dict[str, Any]:
    names = ("title", "kind", "status", "game", "seats", "entered", "starts_at")
    return {"number": tournament.pk, "club": tournament.club_id} | {name: getattr(tournament, name) for name in names}


def tournament_at(request: Request, number: int) -> Tournament:
    """Return the tournament with this number if the user may see it, or 404."""
    found = tournaments_listed(asking(request).pk).filter(pk=number).first()
    if found is None:
        raise Http404
    return found


def tournament_response(tournament: Tournament, user_id: int) -> TournamentResponse:
    """Return a tournament as a user may see it."""
    mine = entry_of(tournament, user_id)
    return TournamentResponse(
        **_line(tournament),
        options=tournament.options,
        entry=mine.state if mine else None,
        rounds=[_round(row) for row in tournament.all_rounds.order_by("number")],
        calendar=_calendar(tournament),
    )


def _calendar(tournament: Tournament) -> str | None:
    address = reverse("ladders:calendar", args=[tournament.pk])
    return f"{settings.SITE_URL}{address}{in_this_language()}" if tournament.club_id is None else None


def _round(row: Round) -> RoundResponse:
    return RoundResponse(number=row.number, starts_at=row.starts_at, deadline=row.deadline, ended_at=row.ended_at)


def _entry(entry: Entry) -> EntryResponse:
    return EntryResponse(player=entry.user.username, state=entry.state)


def _table(table: TournamentTable) -> TournamentTableResponse:
    seats = sorted(table.seats.all(), key=lambda seat: seat.number)
    return TournamentTableResponse(
        round=table.round.number,
        number=table.number,
        match=table.match_id,
        players=[seat.entry.user.username for seat in seats],
        places=[seat.place for seat in seats],
    )


class TournamentsView(ApiView):
    """All tournaments."""

    @operation("List tournaments", scope=Scope.READ, reply=TournamentPage, query=TournamentsQuery)
    def get(self, request: Request, query: TournamentsQuery) -> TournamentPage:
        """List all tournaments that you may see, newest first."""
        page = newest_first(
            tournaments_listed(asking(request).pk), of="tournaments", cursor=query.cursor, limit=query.limit
        )
        return TournamentPage(
            results=[TournamentLine(**_line(found)) for found in page.rows], next_cursor=page.next_cursor
        )


class TournamentView(ApiView):
    """One tournament."""

    @operation("Look at a tournament", scope=Scope.READ, reply=TournamentResponse)
    def get(self, request: Request, number: int) -> TournamentResponse:
        """Get a tournament with its settings, its rounds, and the state of your entry."""
        return tournament_response(tournament_at(request, number), asking(request).pk)


class EntriesView(ApiView):
    """The entries of a tournament."""

    @operation("List who has entered a tournament", scope=Scope.READ, reply=Entries, query=PageQuery)
    def get(self, request: Request, number: int, query: PageQuery) -> Entries:
        """Players who entered and have not withdrawn, in order of entry."""
        found = (
            tournament_at(request, number)
            .entries.exclude(state=Entry.State.WITHDRAWN)
            .select_related("user")
            .order_by("pk")
        )
        page = in_order(found, of=f"entries {number}", cursor=query.cursor, limit=query.limit)
        return Entries(results=[_entry(entry) for entry in page.rows], next_cursor=page.next_cursor)


class StandingsView(ApiView):
    """The standings of a tournament."""

    @operation("List the standings of a tournament", scope=Scope.READ, reply=Standings, query=PageQuery)
    def get(self, request: Request, number: int, query: PageQuery) -> Standings:
        """List the standings, best first. There are none before the start."""
        tournament = tournament_at(request, number)
        lines = standings_of(tournament, tables_of(tournament)) if tournament.started_at else []
        ranked = list(enumerate(lines, start=1))
        page = in_order(ranked, of=f"standings {number}", cursor=query.cursor, limit=query.limit)
        users = tournament.entries.filter(pk__in=[line.player for _, line in page.rows])
        names = dict(users.values_list("pk", "user__username"))
        shown = [StandingResponse(rank=rank, player=names[line.player], points=line.points) for rank, line in page.rows]
        return Standings(results=shown, next_cursor=page.next_cursor)


class TournamentTablesView(ApiView):
    """The tables of a tournament."""

    @operation("List the tables of a tournament", scope=Scope.READ, reply=TournamentTables, query=PageQuery)
    def get(self, request: Request, number: int, query: PageQuery) -> TournamentTables:
        """List the tables of all rounds, with everyone's place if the table has ended."""
        tables = tables_of(tournament_at(request, number))
        page = in_order(tables, of=f"tables {number}", cursor=query.cursor, limit=query.limit)
        return TournamentTables(results=[_table(table) for table in page.rows], next_cursor=page.next_cursor)


def tournament_after(request: Request, number: int, act: Callable[[int, User], object]) -> TournamentResponse:
    """Change a tournament, and return it as a response."""
    me = asking(request)
    act(tournament_at(request, number).pk, me)
    return tournament_response(tournament_at(request, number), me.pk)


class EntryView(ApiView):
    """Your entry."""

    @operation("Enter a tournament", scope=Scope.PLAY, reply=TournamentResponse, body=Nothing)
    def post(self, request: Request, number: int, body: Nothing, now: datetime) -> TournamentResponse:
        """Enter a tournament or its reserve list. Bot accounts are entered by an organiser."""
        return tournament_after(request, number, lambda pk, me: enter_tournament(tournament_id=pk, user=me, now=now))

    @operation("Withdraw from a tournament", scope=Scope.PLAY, reply=TournamentResponse)
    def delete(self, request: Request, number: int, now: datetime) -> TournamentResponse:
        """Withdraw from a tournament. A bot takes your seats in running matches."""
        return tournament_after(
            request, number, lambda pk, me: withdraw_from_tournament(tournament_id=pk, user=me, now=now)
        )
