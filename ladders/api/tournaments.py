"""Tournaments: the list, one with its standings, entering and withdrawing."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.http import Http404
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.models import User
from api.cursors import newest_first
from api.scopes import Scope
from api.shapes import Body, Cursor, Limit, Nothing, Shape
from api.views import ApiView, operation
from ladders.models import Entry, Tournament
from ladders.selectors.tournaments import entry_of, standings_of, tables_of, tournaments_listed
from ladders.services.tournaments import tournament_enter, tournament_withdraw


class TournamentLine(Shape):
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


class TournamentPage(Shape):
    """Tournaments, newest first."""

    results: list[TournamentLine]
    next_cursor: str | None


class TournamentsQuery(Body):
    """Which tournaments."""

    cursor: Cursor = ""
    limit: Limit = 20


class StandingShape(Shape):
    """One line of the standings."""

    rank: int
    player: str
    points: float


class EntryShape(Shape):
    """Somebody who has entered."""

    player: str
    state: str


class TournamentTableShape(Shape):
    """One table of a round."""

    round: int
    number: int
    match: int | None
    players: list[str]
    places: list[int | None]


class TournamentShape(TournamentLine):
    """A tournament with all that there is to know of it."""

    options: dict[str, Any]
    entry: str | None
    """My own, if I have entered: its state."""
    entries: list[EntryShape]
    standings: list[StandingShape]
    tables: list[TournamentTableShape]


def _line(tournament: Any) -> dict[str, Any]:
    names = ("title", "kind", "status", "game", "seats", "entered", "starts_at")
    return {"number": tournament.pk} | {name: getattr(tournament, name) for name in names}


def tournament_at(number: int) -> Tournament:
    """The tournament of this number, or 404."""
    found = tournaments_listed().filter(pk=number).first()
    if found is None:
        raise Http404
    return found


def tournament_shape(tournament: Tournament, user_id: int) -> TournamentShape:
    """A tournament as one user may see it."""
    entries = list(tournament.entries.select_related("user").order_by("pk"))
    names = {entry.pk: entry.user.username for entry in entries}
    tables = tables_of(tournament)
    lines = standings_of(tournament, tables) if tournament.started_at else []
    mine = entry_of(tournament, user_id)
    return TournamentShape(
        **_line(tournament),
        options=tournament.options,
        entry=mine.state if mine else None,
        entries=[_entry(entry) for entry in entries if entry.state != Entry.State.WITHDRAWN],
        standings=[
            StandingShape(rank=rank, player=names[line.player], points=line.points)
            for rank, line in enumerate(lines, start=1)
        ],
        tables=[_table(table, names) for table in tables],
    )


def _entry(entry: Entry) -> EntryShape:
    return EntryShape(player=entry.user.username, state=entry.state)


def _table(table: Any, names: dict[int, str]) -> TournamentTableShape:
    seats = sorted(table.seats.all(), key=lambda seat: seat.number)
    return TournamentTableShape(
        round=table.round.number,
        number=table.number,
        match=table.match_id,
        players=[names[seat.entry_id] for seat in seats],
        places=[seat.place for seat in seats],
    )


class TournamentsView(ApiView):
    """All tournaments."""

    @operation("List tournaments", scope=Scope.READ, reply=TournamentPage, query=TournamentsQuery)
    def get(self, request: Request, query: TournamentsQuery) -> TournamentPage:
        """All tournaments, the newest first."""
        page = newest_first(tournaments_listed(), of="tournaments", cursor=query.cursor, limit=query.limit)
        return TournamentPage(
            results=[TournamentLine(**_line(found)) for found in page.rows], next_cursor=page.next_cursor
        )


class TournamentView(ApiView):
    """One tournament."""

    @operation("Look at a tournament", scope=Scope.READ, reply=TournamentShape)
    def get(self, request: Request, number: int) -> TournamentShape:
        """A tournament with its entries, standings and tables."""
        return tournament_shape(tournament_at(number), asking(request).pk)


def tournament_after(request: Request, number: int, act: Callable[[int, User], object]) -> TournamentShape:
    """Do something with a tournament, and show what it is then to whoever asked."""
    me = asking(request)
    act(tournament_at(number).pk, me)
    return tournament_shape(tournament_at(number), me.pk)


class EnterView(ApiView):
    """Entering."""

    @operation("Enter a tournament", scope=Scope.PLAY, reply=TournamentShape, body=Nothing)
    def post(self, request: Request, number: int, body: Nothing, now: datetime) -> TournamentShape:
        """Enter, or wait in reserve. Programs are entered by an organiser."""
        return tournament_after(request, number, lambda pk, me: tournament_enter(tournament_id=pk, user=me, now=now))


class WithdrawView(ApiView):
    """Withdrawing."""

    @operation("Withdraw from a tournament", scope=Scope.PLAY, reply=TournamentShape, body=Nothing)
    def post(self, request: Request, number: int, body: Nothing, now: datetime) -> TournamentShape:
        """Withdraw; a bot holds the seats that are being played."""
        return tournament_after(request, number, lambda pk, me: tournament_withdraw(tournament_id=pk, user=me, now=now))
