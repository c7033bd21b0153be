"""Organisers: opening and closing ladders, seasons and tournaments, and entering players."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec
from django.http import Http404
from django.utils.translation import gettext
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.throttles import count_as
from accounts.models import User
from api.messages import ApiRequest, ApiResponse, Line, Nothing, Text
from api.problems import ELSE, Refusal, refusal_of
from api.scopes import Scope
from api.views import ApiView, Reply, operation
from clubs.selectors.access import member_of
from games.registry import GAMES
from ladders.api.ladders import LadderResponse, LaddersView, ladder_at, ladder_response
from ladders.api.seasons import SeasonResponse, SeasonsView, SeasonView, season_at, season_response
from ladders.api.tournaments import (
    EntriesView,
    TournamentResponse,
    TournamentsView,
    tournament_after,
    tournament_at,
    tournament_response,
)
from ladders.forms import DAY, HOUR, TIME_CONTROLS
from ladders.models import Ladder, Tournament
from ladders.services.imports import import_list, read_lines
from ladders.services.ladders import close_ladder, open_ladder
from ladders.services.organisers import check_organiser
from ladders.services.seasons import end_season_of, open_season
from ladders.services.tournaments import Plan, call_off_tournament, make_tournament, start_tournament

TimeControlName = Annotated[
    Literal["hard", "calm", "hour", "quarter", "five"],
    Meta(description="; ".join(f"`{key}`: {words}" for key, (words, _) in TIME_CONTROLS.items())),
]
Size = Annotated[int, Meta(ge=2, le=12)]
Title = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00\r\n]*[^\s\x00][^\x00\r\n]*$")]
Division = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00\r\n]*$")]
ClubNumber = Annotated[
    Annotated[int, Meta(ge=1, le=2**31 - 1)] | None,
    Meta(description="The club that you run and whose members alone see it; null: for everyone."),
]
Hour = Annotated[datetime, Meta(tz=True, description="With its time zone.")]


# All other codes come from the game and concern its options.
OF_LADDER = dict.fromkeys(("sizes_reversed", "seats_out_of_range"), "/most_players")
OF_LADDER |= {"title_taken": "/title", "title_missing": "/title", ELSE: "/options"}
OF_SEASON = dict.fromkeys(("season_dates", "season_overlaps", "too_near"), "/ends_at") | {"title_missing": "/title"}
OF_TOURNAMENT = {
    "title_missing": "/title",
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


class NewLadder(ApiRequest):
    """A ladder to open."""

    game: Line
    title: Title
    fewest_players: Size
    most_players: Size
    time_control: TimeControlName = "calm"
    options: Annotated[dict[str, Any], Meta(description="See `schemas.options` of `GET /games/{slug}`.")] = {}
    divisions: Annotated[list[Division], Meta(max_length=10)] = []
    """From the highest down; empty for a ladder without divisions."""
    moves: Annotated[int, Meta(ge=0, le=5, description="Players promoted and relegated after a season.")] = 2
    club: ClubNumber = None


class NewSeason(ApiRequest):
    """A season to announce."""

    title: Title
    starts_at: Hour
    ends_at: Hour


class NewTournament(ApiRequest):
    """A tournament to announce."""

    game: Line
    title: Title
    kind: Annotated[str, Meta(description=f"One of {', '.join(Tournament.Kind.values)}.")]
    seats: Annotated[Size, Meta(description="At a table.")]
    starts_at: Hour
    time_control: TimeControlName = "hard"
    """Vacations and excuses extend deadlines of `calm`, but not the round: bots play out unfinished matches."""
    options: Annotated[dict[str, Any], Meta(description="See `schemas.options` of `GET /games/{slug}`.")] = {}
    rounds: Annotated[int, Meta(ge=0, le=40, description="0: a suitable number.")] = 0
    round_seconds: Annotated[
        int, Meta(ge=2 * HOUR, le=56 * DAY, description="At least twice the time for an answer.")
    ] = 28 * DAY
    repeat_days: Annotated[
        Literal[0, 7, 14, 28, 91], Meta(description="The next is announced when one begins; 0: held once.")
    ] = 0
    go_on: Annotated[int, Meta(ge=1, le=11, description="Advancing from each table, in knock-outs and finals.")] = 1
    late_rounds: Annotated[int, Meta(ge=0, le=20, description="The last round that players may enter late.")] = 0
    most_entries: Annotated[int, Meta(ge=2, le=200)] = 64
    ladder: Annotated[Line | None, Meta(description="The slug of the ladder whose final it is.")] = None
    club: ClubNumber = None


class PlayerList(ApiRequest):
    """A list of players: one name per line, or CSV with the columns `name` and `division`."""

    text: Text
    keep: Annotated[bool, Meta(description="False: a dry run, which only reports what would happen.")] = False


class ListLine(ApiResponse):
    """One line of a list, and why it cannot be entered, or ""."""

    number: int
    name: str
    error: str


class Listed(ApiResponse):
    """The result of a list."""

    kept: bool
    lines: list[ListLine]


def _options(slug: str, options: dict[str, Any]) -> Any:
    game = GAMES.get(slug)
    if game is None:
        raise Refusal(400, "no_such_game", gettext("There is no such game. Choose one of GET /games."), field="/game")
    try:
        return msgspec.convert(options, game.Options)
    except msgspec.ValidationError as error:
        raise refusal_of(error, game.Options, at="/options") from error


def _check_runs(request: Request, club: int | None) -> None:
    """Check that the user may make something new. Raises `Refusal` and `Forbidden`."""
    me = asking(request)
    if club is None:
        check_organiser(me, None)
        return
    if member_of(club, me.pk) is None:
        raise Refusal(400, "no_such_club", gettext("There is no such club, or you are not a member."), field="/club")
    check_organiser(me, club)
    count_as("club", request, me, wait=HOUR)


def _moment(at: datetime, field: str) -> datetime:
    """Return the time in UTC, if databases and date arithmetic can handle it. Raises `Refusal`."""
    if not FIRST_YEAR <= at.year < LAST_YEAR:
        raise Refusal(
            400,
            "field_invalid",
            gettext("Choose a year from {first_year} to {last_year}.").format(
                first_year=FIRST_YEAR, last_year=LAST_YEAR - 1
            ),
            field=field,
        )
    return at.astimezone(UTC)


class AllLaddersView(LaddersView):
    """All ladders, and opening one."""

    @operation(
        "Open a ladder", scope=Scope.MANAGE, reply=LadderResponse, body=NewLadder, status=201, error_fields=OF_LADDER
    )
    def post(self, request: Request, body: NewLadder, now: datetime) -> Reply:
        """Open a ladder. Only for organisers, and for a club those who run it."""
        me = asking(request)
        _check_runs(request, body.club)
        made = open_ladder(
            by=me,
            title=body.title,
            slug=body.game,
            options=_options(body.game, body.options),
            seats=range(body.fewest_players, body.most_players + 1),
            time_control=TIME_CONTROLS[body.time_control][1],
            divisions=list(body.divisions),
            moves=body.moves,
            club_id=body.club,
            now=now,
        )
        return Reply(
            ladder_response(ladder_at(request, made.slug), me.pk), {"Location": f"/api/v1/ladders/{made.slug}"}
        )


class LadderCloseView(ApiView):
    """The end of a ladder."""

    @operation("Close a ladder", scope=Scope.MANAGE, reply=LadderResponse, body=Nothing)
    def post(self, request: Request, slug: str, body: Nothing, now: datetime) -> LadderResponse:
        """Close a ladder. Challenges end, and the places stay. Only for organisers who are not on it."""
        me = asking(request)
        close_ladder(ladder_id=ladder_at(request, slug).pk, by=me, now=now)
        return ladder_response(ladder_at(request, slug), me.pk)


class AllSeasonsView(SeasonsView):
    """The seasons of a ladder, and announcing one."""

    @operation(
        "Announce a season",
        scope=Scope.MANAGE,
        reply=SeasonResponse,
        body=NewSeason,
        status=201,
        error_fields=OF_SEASON,
    )
    def post(self, request: Request, slug: str, body: NewSeason, now: datetime) -> SeasonResponse:
        """Announce a season. Its final table is saved when it ends. Organisers only."""
        made = open_season(
            ladder_id=ladder_at(request, slug).pk,
            by=asking(request),
            title=body.title,
            starts_at=_moment(body.starts_at, "/starts_at"),
            ends_at=_moment(body.ends_at, "/ends_at"),
            now=now,
        )
        return season_response(made)


class OneSeasonView(SeasonView):
    """One season, and withdrawing it."""

    @operation("Take a season back", scope=Scope.MANAGE, reply=None, status=204)
    def delete(self, request: Request, slug: str, season: int, now: datetime) -> None:
        """Withdraw a season that has not begun. Only for organisers who are not on the ladder."""
        me, found = asking(request), season_at(request, slug, season)
        check_organiser(me, found.ladder.club_id)
        if found.starts_at <= now:
            raise Refusal(409, "season_begun", gettext("This season has begun. End it by POST …/end."))
        end_season_of(season_id=found.pk, by=me, now=now)


class SeasonEndView(ApiView):
    """The early end of a season."""

    @operation("End a season", scope=Scope.MANAGE, reply=SeasonResponse, body=Nothing)
    def post(self, request: Request, slug: str, season: int, body: Nothing, now: datetime) -> SeasonResponse:
        """End a season early. Only for organisers who are not on the ladder."""
        me, found = asking(request), season_at(request, slug, season)
        check_organiser(me, found.ladder.club_id)
        if found.starts_at > now:
            raise Refusal(409, "season_not_begun", gettext("This season has not begun. Take it back by DELETE."))
        end_season_of(season_id=found.pk, by=me, now=now)
        return season_response(season_at(request, slug, season))


class AllTournamentsView(TournamentsView):
    """All tournaments, and announcing one."""

    @operation(
        "Announce a tournament",
        scope=Scope.MANAGE,
        reply=TournamentResponse,
        body=NewTournament,
        status=201,
        error_fields=OF_TOURNAMENT,
    )
    def post(self, request: Request, body: NewTournament, now: datetime) -> Reply:
        """Announce a tournament. Its seed is fixed before anyone enters.

        Only for organisers, and for a club those who run it.
        """
        me = asking(request)
        _check_runs(request, body.club)
        made = make_tournament(by=me, plan=_plan(request, body), now=now)
        response = tournament_response(tournament_at(request, made.pk), me.pk)
        return Reply(response, {"Location": f"/api/v1/tournaments/{made.pk}"})


def _plan(request: Request, body: NewTournament) -> Plan:
    same: tuple[str, ...] = ("title", "kind", "seats", "rounds", "go_on", "late_rounds", "most_entries")
    same += ("round_seconds", "repeat_days")
    return Plan(
        **{name: getattr(body, name) for name in same},
        starts_at=_moment(body.starts_at, "/starts_at"),
        slug=body.game,
        club_id=body.club,
        options=_options(body.game, body.options),
        time_control=TIME_CONTROLS[body.time_control][1],
        ladder=_ladder(request, body.ladder) if body.ladder is not None else None,
    )


def _ladder(request: Request, slug: str) -> Ladder:
    """Return the ladder named in the body."""
    try:
        return ladder_at(request, slug)
    except Http404 as error:
        detail = gettext("There is no such ladder. Choose one of GET /ladders.")
        raise Refusal(400, "no_such_ladder", detail, field="/ladder") from error


class TournamentStartView(ApiView):
    """The early start of a tournament."""

    @operation("Start a tournament", scope=Scope.MANAGE, reply=TournamentResponse, body=Nothing)
    def post(self, request: Request, number: int, body: Nothing, now: datetime) -> TournamentResponse:
        """Start a tournament early. Only for organisers not playing in it."""
        return tournament_after(request, number, lambda pk, me: start_tournament(tournament_id=pk, by=me, now=now))


class TournamentCallOffView(ApiView):
    """The cancellation of a tournament."""

    @operation("Call a tournament off", scope=Scope.MANAGE, reply=TournamentResponse, body=Nothing)
    def post(self, request: Request, number: int, body: Nothing, now: datetime) -> TournamentResponse:
        """Call a tournament off; its running matches become ordinary ones. Only for organisers not playing in it."""
        return tournament_after(request, number, lambda pk, me: call_off_tournament(tournament_id=pk, by=me, now=now))


class LadderEntriesView(ApiView):
    """Entering players on a ladder."""

    @operation(
        "Enter a list on a ladder", scope=Scope.MANAGE, reply=Listed, body=PlayerList, error_fields={ELSE: "/text"}
    )
    def post(self, request: Request, slug: str, body: PlayerList, now: datetime) -> Listed:
        """Check a list of players, or enter every valid line of it. Organisers only."""
        return _import_list(ladder_at(request, slug), body, asking(request), now)


class AllEntriesView(EntriesView):
    """The players of a tournament, and entering players."""

    @operation(
        "Enter a list in a tournament", scope=Scope.MANAGE, reply=Listed, body=PlayerList, error_fields={ELSE: "/text"}
    )
    def post(self, request: Request, number: int, body: PlayerList, now: datetime) -> Listed:
        """Check a list of players, or enter every valid line of it. Organisers only."""
        return _import_list(tournament_at(request, number), body, asking(request), now)


def _import_list(target: Ladder | Tournament, body: PlayerList, by: User, now: datetime) -> Listed:
    check_organiser(by, target.club_id)
    lines = import_list(target=target, lines=read_lines(body.text), by=by, now=now, keep=body.keep)
    shown = [ListLine(number=line.number, name=line.name, error=line.error) for line in lines]
    return Listed(kept=body.keep, lines=shown)
