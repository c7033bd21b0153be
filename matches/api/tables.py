"""Listing, opening and starting matches."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.models import User
from accounts.values.languages import LANGUAGES
from api.cursors import in_order, newest_first
from api.messages import ApiRequest, ApiResponse, Count, Cursor, Limit, Line, NextCursor, Nothing
from api.problems import ELSE, Refusal, refusal_of
from api.scopes import Scope
from api.views import ApiView, Reply, operation
from engine.table_settings import TableSettings, TimeControl, fixed_of
from games.levels import USUAL
from games.registry import GAMES
from matches.api.common import as_it_stands, visible_match
from matches.api.receipts import SeatedResponse, as_seated
from matches.api.responses import Json, MatchResponse, SettingsResponse, Words, settings_response
from matches.clocks.time_controls import paces_offered
from matches.lobby.tables import (
    SeatSpec,
    create_match,
    start_match,
)
from matches.log.seeds import offer_seed
from matches.models import Match
from matches.policy import POLICY
from matches.view.joining import MOST_RATING, joiner_of
from matches.view.lobby_filter import LobbyFilter, soonest_first
from matches.view.match_view import may_see
from matches.view.summaries import (
    matches_inviting,
    matches_short_of_players,
    my_matches,
    open_matches,
    public_matches,
    starred_matches,
    summary,
)

Status = Literal["open", "running", "paused", "finished", "called_off"]


def _time_controls() -> str:
    """The time controls that a host may choose, in seconds: each answer's time, or start + increment / cap."""
    return ", ".join(pace.key for pace in paces_offered().all)


class MatchLine(ApiResponse):
    """One line of a list of matches."""

    number: int
    """The number of the match, as in its URL."""
    game: str
    """The slug of the game, as in `GET /games`."""
    title: str
    """The name of the game."""
    status: str
    """`open`, `running`, `paused`, `finished` or `called_off`."""
    stage: str
    """How far the match is, in words; empty if you may not know it."""
    players: int
    """How many play, free seats included."""
    seats_taken: int
    """How many seats have a player or a bot."""
    names: list[str]
    """The names of those who have a seat, in the order of seats."""
    turn_seconds: int
    """The time for each answer or, with an increment, the time that each seat starts with."""
    settings: SettingsResponse | None
    """Null if you may see only this line of the match, and no seat is open to a substitute."""
    options: Json | None
    """Null if `settings` is."""
    open_seats: list[int]
    """The seats that a substitute may take over."""
    deadline: datetime | None
    """Your deadline if you are asked, or else the latest that you may know of; null if there is none."""
    place: int | None
    """Your place, at the end. 1 is the first."""
    result: str
    """How the match ended, in words; empty until then."""
    at: datetime
    """When the match ended, or else was last played, or else was opened."""


class MatchPage(ApiResponse):
    """Matches, newest first."""

    results: list[MatchLine]
    next_cursor: NextCursor


Percent = Annotated[int, Meta(ge=0, le=100)]
Figure = Annotated[int, Meta(ge=0, le=MOST_RATING)]


class MatchesQuery(ApiRequest):
    """Which matches to list."""

    mine: Annotated[bool, Meta(description="Only matches in which you have a seat, including private ones.")] = False
    show: Annotated[
        Literal["inviting", "starred", "seats"] | None,
        Meta(
            description="`inviting`: matches with a seat reserved for you; `starred`: those with your star; "
            "`seats`: those with a seat open to a substitute."
        ),
    ] = None
    status: Annotated[Status | None, Meta(description="Leave it out for `open` ones, or for all of yours.")] = None
    game: Annotated[Line, Meta(description="A game's slug.")] = ""
    pace: Annotated[Line, Meta(description="`live`, `days`, or seconds for each answer, or `start+increment/cap`.")] = (
        ""
    )
    seats: Annotated[Count | None, Meta(description="How many play.")] = None
    rated: Annotated[bool | None, Meta(description="Only rated matches, or only others.")] = None
    language: Annotated[Line, Meta(description="The code of the chat language.")] = ""
    least_reliability: Annotated[
        Percent | None, Meta(description="Only tables that ask for at least as many per cent.")
    ] = None
    least_rating: Annotated[Figure | None, Meta(description="Nobody with a lower rating may join.")] = None
    most_rating: Annotated[Figure | None, Meta(description="Nobody with a higher rating may join.")] = None
    fits: Annotated[bool, Meta(description="Only tables with a seat that you may take.")] = False
    sort: Annotated[
        Literal["newest", "soonest"],
        Meta(description="`soonest`: of the thousand newest, those with the fewest free seats first."),
    ] = "newest"
    cursor: Cursor = ""
    limit: Limit = 20


OF_SEATS = (
    "seats_out_of_range",
    "no_such_kind_of_seat",
    "no_such_player",
    "own_name",
    "not_together",
    "no_such_bot",
    "blocked_by_you",
    "invited_often",
)
ERROR_FIELDS = {
    **dict.fromkeys(OF_SEATS, "/seats"),
    "no_such_time_control": "/turn_seconds",
    "no_such_language": "/language",
    "no_such_reliability": "/least_reliability",
    "no_such_stand_in": "/stand_in_level",
    "no_such_thinking_time": "/sharp_seconds",
    "rated_thinking_time": "/sharp_seconds",
    "rating_range_empty": "/least_rating",
    "seed_offer_invalid": "/seed_token",
    "seed_offer_used": "/seed_token",
    "too_many_open": "",
    "too_many_alone": "",
    ELSE: "/options",
}
"""The field of a new table that is the reason, by the code of the refusal. All other codes are the game's."""


class NewSeat(ApiRequest):
    """The host's choice for a seat other than their own."""

    kind: Literal["open", "link", "named", "bot"]
    """Who may take the seat: anyone, those with the link on the page of the table, the player or the bot of `name`."""
    name: Annotated[Line, Meta(description="The player's name, or the bot's.")] = ""


class NewMatch(ApiRequest):
    """A table to open. The host gets seat 0."""

    game: Annotated[Line, Meta(description="The slug of the game.")]
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=11)]
    """All seats but yours, in order from seat 1."""
    options: Annotated[dict[str, Any], Meta(description="See `schemas.options` of `GET /games/{slug}`.")] = {}
    turn_seconds: Annotated[
        int,
        Meta(
            description=f"One of the time controls offered: {_time_controls()}. One such as 3+2/7 is `turn_seconds` 3, "
            "`increment_seconds` 2 and `cap_seconds` 7."
        ),
    ] = 3 * 24 * 3600
    increment_seconds: Annotated[int, Meta(description="The time added for each answer, if unused time is saved.")] = 0
    cap_seconds: Annotated[int, Meta(description="The most time that a seat can save up, with an increment.")] = 0
    weekends_off: bool = False
    """True if clocks stop on Saturdays and Sundays in each player's time zone."""
    vacations: bool = True
    """True if clocks stop on a player's vacation days."""
    excuses: Annotated[
        int,
        Meta(ge=0, le=POLICY.excuses_most, description="Missed turns of each seat that get more time."),
    ] = 1
    private: bool = False
    """True if only its players, those invited by name and those with its link see it."""
    hide_answered: bool = False
    """True if nobody sees which seats have answered."""
    spectators: bool = True
    """False if only its players see the match, also when it is over."""
    anonymous: bool = False
    """True if nobody sees who plays until the end."""
    rated: bool = False
    """True if the result changes ratings."""
    language: Annotated[Line, Meta(description=f'The chat language: {", ".join(LANGUAGES)}, or "" for any.')] = ""
    least_reliability: Annotated[
        int | None,
        Meta(description="Asked of players who join without an invitation, in per cent. Newcomers have none yet."),
    ] = None
    least_rating: Annotated[int | None, Meta(description="The same for ratings. A newcomer has 1500.")] = None
    most_rating: int | None = None
    """Players with a higher rating join by invitation only."""
    take_backs: Annotated[bool, Meta(description="True if a rated match allows the vote `take_back`.")] = False
    stand_in_level: Annotated[
        Line,
        Meta(description='The bot for absent players, one of `bots` of `GET /games/{slug}`, or "" for the site’s.'),
    ] = ""
    sharp_seconds: Annotated[
        int | None,
        Meta(description="Seconds of `sharp` for an answer, from 1 to 10 or as many as `patient` has; unrated only."),
    ] = None
    contribution: Words = ""
    seed_token: Annotated[str, Meta(max_length=1000, description="Of `POST /seeds`.")] = ""


class Seed(ApiResponse):
    """The site's part of the seed of a match you may open, fixed before it knows your contribution."""

    seed_token: str
    """Send it with `POST /matches`."""
    hash: str
    """The hash of the site's seed: `seed_hash` of the match that you open with it."""


class MatchesView(ApiView):
    """Matches."""

    @operation("List matches", scope=Scope.READ, reply=MatchPage, query=MatchesQuery)
    def get(self, request: Request, query: MatchesQuery) -> MatchPage:
        """List matches to join, to watch or to replay, or your own."""
        user = asking(request)
        found = _found(user, query)
        name = f"matches {msgspec.structs.replace(query, cursor='', limit=1)}"
        if query.sort == "soonest":
            page = in_order(soonest_first(found), of=name, cursor=query.cursor, limit=query.limit)
        else:
            page = newest_first(found, of=name, cursor=query.cursor, limit=query.limit)
        shown = [match_line(match, user) for match in page.rows if query.show != "starred" or may_see(match, user.pk)]
        return MatchPage(results=shown, next_cursor=page.next_cursor)

    @operation(
        "Open a table", scope=Scope.MANAGE, reply=SeatedResponse, body=NewMatch, status=201, error_fields=ERROR_FIELDS
    )
    def post(self, request: Request, body: NewMatch, now: datetime) -> Reply:
        """Open a table. The match begins by itself when every seat is taken, with public randomness seconds later.

        Keep the receipt of the reply.
        """
        match = create_match(
            host=asking(request),
            slug=body.game,
            options=_options(body),
            seats=[SeatSpec(seat.kind, seat.name) for seat in body.seats],
            time_control=fixed_of(body, TimeControl),
            table_settings=fixed_of(body, TableSettings),
            contribution=body.contribution,
            seed_token=body.seed_token,
            now=now,
        )
        return Reply(as_seated(request, match.pk), {"Location": f"/api/v1/matches/{match.pk}"})


def _found(user: User, query: MatchesQuery) -> QuerySet[Match]:
    """Return the requested matches."""
    if query.show and query.mine:
        raise Refusal(400, "one_list", gettext("Ask for `mine` or for `show`, not for both."), field="show")
    asked = {field.name: getattr(query, field.name) for field in fields(LobbyFilter) if field.name != "joiner"}
    try:
        wanted = LobbyFilter(**asked, joiner=joiner_of(user, timezone.now()) if query.fits else None).condition()
    except KeyError as error:
        raise Refusal(
            400, "no_such_pace", gettext("Choose `live`, `days` or one of the paces offered."), field="pace"
        ) from error
    if query.show or query.mine:
        found = SHOWN[query.show](user).filter(wanted)
        return found.filter(status=query.status) if query.status else found
    found = open_matches(user.pk) if query.status in (None, "open") else public_matches(query.status)
    return found.filter(wanted)


SHOWN: Mapping[str | None, Callable[[User], QuerySet[Match]]] = {
    None: my_matches,
    "inviting": matches_inviting,
    "starred": starred_matches,
    "seats": lambda _: matches_short_of_players(),
}


def match_line(match: Match, user: User) -> MatchLine:
    """Return one line of a list, as a user may see it."""
    line = summary(match, user.pk)
    given = asdict(line) | {"game": match.game, "settings": settings_response(line.time_control, line.table_settings)}
    given |= {"names": list(line.names), "open_seats": list(line.open_seats)}
    return MatchLine(**{name: given[name] for name in MatchLine.__struct_fields__})


def _options(body: NewMatch) -> Any:
    game = GAMES.get(body.game)
    if game is None:
        raise Refusal(400, "no_such_game", gettext("There is no such game. Choose one of GET /games."), field="/game")
    try:
        return msgspec.convert(body.options, game.Options)
    except msgspec.ValidationError as error:
        raise refusal_of(error, game.Options, at="/options") from error


class Start(ApiRequest):
    """How a table starts with bots."""

    level: Annotated[Line, Meta(description="One of `bots` of `GET /games/{slug}`.")] = USUAL


class SeedsView(ApiView):
    """Seeds."""

    @operation("Fix a seed", scope=Scope.MANAGE, reply=Seed, body=Nothing, status=201)
    def post(self, request: Request, body: Nothing, now: datetime) -> Seed:
        """Fix the site's part of the seed before it knows your contribution: see docs/verification.md."""
        offer = offer_seed(host_id=asking(request).pk)
        return Seed(seed_token=offer.token, hash=offer.hash)


class StartView(ApiView):
    """The start of a match."""

    @operation("Start with bots", scope=Scope.MANAGE, reply=MatchResponse, body=Start)
    def post(self, request: Request, number: int, body: Start, now: datetime) -> MatchResponse:
        """Start the match at once, with bots at free seats. Only the host may."""
        visible_match(request, number)
        start_match(match_id=number, user=asking(request), now=now, level=body.level)
        return as_it_stands(request, number)
