"""What organisers do: open and close ladders, seasons, tournaments, lists of players, pairs kept apart."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec
from django.http import Http404
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.models import User
from accounts.selectors import user_by_name
from api.cursors import newest_first
from api.problems import ELSE, Refusal, refusal_of
from api.scopes import Scope
from api.shapes import FIRST, Body, Line, Nothing, PageQuery, Shape, Text
from api.views import ApiView, Reply, operation
from games.rules.registry import GAMES
from ladders.api.ladders import LadderShape, LaddersView, ladder_at, ladder_shape
from ladders.api.seasons import SeasonShape, SeasonsView, season_at, season_shape
from ladders.api.tournaments import (
    EntriesView,
    TournamentShape,
    TournamentsView,
    tournament_after,
    tournament_at,
    tournament_shape,
)
from ladders.forms import CLOCKS, DAY, HOUR
from ladders.models import Apart, Ladder, Season, Tournament
from ladders.services.imports import lines_read, list_import
from ladders.services.ladders import apart_set, ladder_close, ladder_open
from ladders.services.organisers import organiser_check
from ladders.services.seasons import season_end, season_open
from ladders.services.tournaments import Plan, tournament_call_off, tournament_make, tournament_start

ClockName = Annotated[
    Literal["hard", "calm", "hour", "quarter", "five"],
    Meta(description="; ".join(f"`{key}`: {words}" for key, (words, _) in CLOCKS.items())),
]
Size = Annotated[int, Meta(ge=2, le=12)]
Title = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00\r\n]*[^\s\x00][^\x00\r\n]*$")]
Division = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00\r\n]*$")]
Hour = Annotated[datetime, Meta(tz=True, description="With its time zone.")]


# What no other field is to blame for, the game says of its options.
OF_LADDER = dict.fromkeys(("sizes_reversed", "seats_out_of_range"), "/most_players")
OF_LADDER |= {"title_taken": "/title", ELSE: "/options"}
OF_SEASON = dict.fromkeys(("season_dates", "season_overlaps", "too_near"), "/ends_at")
OF_TOURNAMENT = {
    "no_such_kind": "/kind",
    "starts_in_the_past": "/starts_at",
    "too_near": "/starts_at",
    "go_on": "/go_on",
    "rounds": "/rounds",
    "entries": "/most_entries",
    "round_too_short": "/round_seconds",
    "final_of_what": "/ladder",
    "seats_out_of_range": "/seats",
    ELSE: "/options",
}
FIRST_YEAR, LAST_YEAR = 1970, 3000


class NewLadder(Body):
    """A ladder to open."""

    game: Line
    title: Title
    fewest_players: Size
    most_players: Size
    clock: ClockName = "calm"
    options: Annotated[dict[str, Any], Meta(description="See `schemas.options` of `GET /games/{slug}`.")] = {}
    divisions: Annotated[list[Division], Meta(max_length=10)] = []
    """From the highest down; empty for one without divisions."""
    moves: Annotated[int, Meta(ge=0, le=5, description="Players who change division after a season.")] = 2


class NewSeason(Body):
    """A season to announce."""

    title: Title
    starts_at: Hour
    ends_at: Hour


class NewTournament(Body):
    """A tournament to announce."""

    game: Line
    title: Title
    kind: Annotated[str, Meta(description=f"One of {', '.join(Tournament.Kind.values)}.")]
    seats: Annotated[Size, Meta(description="At a table.")]
    starts_at: Hour
    clock: ClockName = "hard"
    """Vacations and excuses stop the calm clock, but never a round: what they do not leave time for, bots play out."""
    options: Annotated[dict[str, Any], Meta(description="See `schemas.options` of `GET /games/{slug}`.")] = {}
    rounds: Annotated[int, Meta(ge=0, le=40, description="0: as many as suit.")] = 0
    round_seconds: Annotated[int, Meta(ge=2 * HOUR, le=56 * DAY, description="At least twice the clock's time.")] = (
        28 * DAY
    )
    repeat_days: Annotated[
        Literal[0, 7, 14, 28, 91], Meta(description="The next is announced when one begins; 0: held once.")
    ] = 0
    go_on: Annotated[int, Meta(ge=1, le=11, description="Of each table, in knock-outs and finals.")] = 1
    late_rounds: Annotated[int, Meta(ge=0, le=20, description="Late entry up to this round.")] = 0
    most_entries: Annotated[int, Meta(ge=2, le=200)] = 64
    ladder: Annotated[Line | None, Meta(description="The slug of the ladder whose final it is.")] = None


class PlayerList(Body):
    """A list of players: a name a line, or CSV with the columns `name` and `division`."""

    text: Text
    keep: Annotated[bool, Meta(description="False: only say what would become of each line.")] = False


class ListLine(Shape):
    """One line of a list, and why it cannot be entered; empty if it can."""

    number: int
    name: str
    error: str


class Listed(Shape):
    """What became of a list."""

    kept: bool
    lines: list[ListLine]


class Pair(Body):
    """Two players, and whether they are kept apart."""

    one: Line
    other: Line
    apart: bool = True


class PairShape(Shape):
    """Two players who are kept apart."""

    one: str
    other: str


class Pairs(Shape):
    """Pairs that are kept apart, the latest first."""

    results: list[PairShape]
    next_cursor: str | None


def _options(slug: str, options: dict[str, Any]) -> Any:
    game = GAMES.get(slug)
    if game is None:
        raise Refusal(400, "no_such_game", "There is no such game. Choose one of GET /games.", field="/game")
    try:
        return msgspec.convert(options, game.Options)
    except msgspec.ValidationError as error:
        raise refusal_of(error, at="/options") from error


def _moment(at: datetime, field: str) -> datetime:
    """The moment in UTC. Databases do not take every zone that can be written, nor can every moment be counted on."""
    if not FIRST_YEAR <= at.year < LAST_YEAR:
        raise Refusal(400, "field_invalid", f"Choose a year from {FIRST_YEAR} to {LAST_YEAR - 1}.", field=field)
    return at.astimezone(UTC)


class AllLaddersView(LaddersView):
    """Ladders, listed and opened."""

    @operation("Open a ladder", scope=Scope.MANAGE, reply=LadderShape, body=NewLadder, status=201, blamed=OF_LADDER)
    def post(self, request: Request, body: NewLadder, now: datetime) -> Reply:
        """Open a ladder. Only organisers may."""
        me = asking(request)
        organiser_check(me)
        made = ladder_open(
            by=me,
            title=body.title,
            slug=body.game,
            options=_options(body.game, body.options),
            seats=range(body.fewest_players, body.most_players + 1),
            clock=CLOCKS[body.clock][1],
            divisions=list(body.divisions),
            moves=body.moves,
            now=now,
        )
        return Reply(ladder_shape(ladder_at(made.slug), me.pk), {"Location": f"/api/v1/ladders/{made.slug}"})


class LadderCloseView(ApiView):
    """Closing a ladder."""

    @operation("Close a ladder", scope=Scope.MANAGE, reply=LadderShape, body=Nothing)
    def post(self, request: Request, slug: str, body: Nothing, now: datetime) -> LadderShape:
        """Nobody challenges any more; its order stays. Only organisers may who do not stand on it."""
        me = asking(request)
        ladder_close(ladder_id=ladder_at(slug).pk, by=me, now=now)
        return ladder_shape(ladder_at(slug), me.pk)


class AllSeasonsView(SeasonsView):
    """The seasons of a ladder, listed and announced."""

    @operation("Announce a season", scope=Scope.MANAGE, reply=SeasonShape, body=NewSeason, status=201, blamed=OF_SEASON)
    def post(self, request: Request, slug: str, body: NewSeason, now: datetime) -> SeasonShape:
        """Its final table is kept when it ends. Only organisers may."""
        made = season_open(
            ladder_id=ladder_at(slug).pk,
            by=asking(request),
            title=body.title,
            starts_at=_moment(body.starts_at, "/starts_at"),
            ends_at=_moment(body.ends_at, "/ends_at"),
            now=now,
        )
        return season_shape(made)


class SeasonEndView(ApiView):
    """Ending a season."""

    @operation("End a season", scope=Scope.MANAGE, reply=SeasonShape, body=Nothing)
    def post(self, request: Request, slug: str, season: int, body: Nothing, now: datetime) -> SeasonShape:
        """End it before its day; before its start, take it back. Only organisers may who do not stand on the ladder."""
        found = season_at(slug, season)
        season_end(season_id=found.pk, by=asking(request), now=now)
        # One that was taken back is told as it was: it is no more.
        return season_shape(Season.objects.select_related("ladder").filter(pk=found.pk).first() or found)


class AllTournamentsView(TournamentsView):
    """Tournaments, listed and announced."""

    @operation(
        "Announce a tournament",
        scope=Scope.MANAGE,
        reply=TournamentShape,
        body=NewTournament,
        status=201,
        blamed=OF_TOURNAMENT,
    )
    def post(self, request: Request, body: NewTournament, now: datetime) -> Reply:
        """Announce a tournament; its seed is fixed before anyone enters. Only organisers may."""
        me = asking(request)
        organiser_check(me)
        made = tournament_make(by=me, plan=_plan(body), now=now)
        shape = tournament_shape(tournament_at(made.pk), me.pk)
        return Reply(shape, {"Location": f"/api/v1/tournaments/{made.pk}"})


def _plan(body: NewTournament) -> Plan:
    same: tuple[str, ...] = ("title", "kind", "seats", "rounds", "go_on", "late_rounds", "most_entries")
    same += ("round_seconds", "repeat_days")
    return Plan(
        **{name: getattr(body, name) for name in same},
        starts_at=_moment(body.starts_at, "/starts_at"),
        slug=body.game,
        options=_options(body.game, body.options),
        clock=CLOCKS[body.clock][1],
        ladder=_ladder(body.ladder) if body.ladder is not None else None,
    )


def _ladder(slug: str) -> Ladder:
    """The ladder that a body names."""
    try:
        return ladder_at(slug)
    except Http404 as error:
        detail = "There is no such ladder. Choose one of GET /ladders."
        raise Refusal(400, "no_such_ladder", detail, field="/ladder") from error


class TournamentStartView(ApiView):
    """Starting a tournament."""

    @operation("Start a tournament", scope=Scope.MANAGE, reply=TournamentShape, body=Nothing)
    def post(self, request: Request, number: int, body: Nothing, now: datetime) -> TournamentShape:
        """Start it before its hour. Only organisers may who do not play in it."""
        return tournament_after(request, number, lambda pk, me: tournament_start(tournament_id=pk, by=me, now=now))


class TournamentCallOffView(ApiView):
    """Calling a tournament off."""

    @operation("Call a tournament off", scope=Scope.MANAGE, reply=TournamentShape, body=Nothing)
    def post(self, request: Request, number: int, body: Nothing, now: datetime) -> TournamentShape:
        """Matches that run go on as ordinary ones. Only organisers may who do not play in it."""
        return tournament_after(request, number, lambda pk, me: tournament_call_off(tournament_id=pk, by=me, now=now))


class LadderEntriesView(ApiView):
    """Players entered on a ladder."""

    @operation("Enter a list on a ladder", scope=Scope.MANAGE, reply=Listed, body=PlayerList, blamed={ELSE: "/text"})
    def post(self, request: Request, slug: str, body: PlayerList, now: datetime) -> Listed:
        """Look at a list, or enter every line of it that can be. Only organisers may."""
        return _listed(ladder_at(slug), body, asking(request), now)


class AllEntriesView(EntriesView):
    """Players of a tournament, listed and entered."""

    @operation(
        "Enter a list in a tournament", scope=Scope.MANAGE, reply=Listed, body=PlayerList, blamed={ELSE: "/text"}
    )
    def post(self, request: Request, number: int, body: PlayerList, now: datetime) -> Listed:
        """Look at a list, or enter every line of it that can be. Only organisers may."""
        return _listed(tournament_at(number), body, asking(request), now)


def _listed(target: Ladder | Tournament, body: PlayerList, by: User, now: datetime) -> Listed:
    organiser_check(by)
    lines = list_import(target=target, lines=lines_read(body.text), by=by, now=now, keep=body.keep)
    shown = [ListLine(number=line.number, name=line.name, error=line.error) for line in lines]
    return Listed(kept=body.keep, lines=shown)


class ApartView(ApiView):
    """Pairs kept apart."""

    @operation("List pairs kept apart", scope=Scope.MANAGE, reply=Pairs, query=PageQuery)
    def get(self, request: Request, query: PageQuery) -> Pairs:
        """Pairs who are not seated together. Only organisers may know."""
        return _pairs(asking(request), query)

    @operation("Keep a pair apart", scope=Scope.MANAGE, reply=Pairs, body=Pair, blamed={"same_player": "/other"})
    def put(self, request: Request, body: Pair, now: datetime) -> Pairs:
        """Keep two players apart at tables of ladders and tournaments, or no longer. Only organisers may."""
        me = asking(request)
        organiser_check(me)
        one, other = _player(body.one, "/one"), _player(body.other, "/other")
        apart_set(by=me, one=one, other=other, apart=body.apart, now=now)
        return _pairs(me)


def _pairs(user: User, query: PageQuery = FIRST) -> Pairs:
    organiser_check(user)
    rows = Apart.objects.select_related("one", "other")
    page = newest_first(rows, of="apart", cursor=query.cursor, limit=query.limit)
    found = [PairShape(one=row.one.username, other=row.other.username) for row in page.rows]
    return Pairs(results=found, next_cursor=page.next_cursor)


def _player(name: str, field: str) -> User:
    found = user_by_name(name=name)
    if found is None:
        raise Refusal(400, "no_such_player", f"There is no player named “{name}”. Check the spelling.", field=field)
    return found
