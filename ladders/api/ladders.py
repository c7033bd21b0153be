"""Ladders, challenges and ratings."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import Http404
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.named import player_of_field
from api.cursors import in_order, make_cursor, newest_first, read_cursor
from api.messages import ApiRequest, ApiResponse, Cursor, Limit, Line, NextCursor, Nothing, PageQuery
from api.scopes import Scope
from api.views import ApiView, operation
from ladders.models import Challenge, Ladder, Pool, Rating, Rung
from ladders.selectors.ladders import challenges_of, ladders_open
from ladders.selectors.ratings import ratings_listed
from ladders.services.challenges import accept_challenge, make_challenge, take_back_challenge
from ladders.services.ladders import join_ladder, leave_ladder


class LadderLine(ApiResponse):
    """One ladder."""

    slug: str
    title: str
    game: str
    players: int
    closed: bool
    club: int | None
    """The number of the club whose members alone see it; null for a ladder that is open to everyone."""


class Ladders(ApiResponse):
    """Ladders, open ones first."""

    results: list[LadderLine]
    next_cursor: NextCursor


class RungResponse(ApiResponse):
    """A player's place on a ladder."""

    division: str
    position: int
    player: str


class Rungs(ApiResponse):
    """The places on a ladder, division by division, the top first."""

    results: list[RungResponse]
    next_cursor: NextCursor


class LadderResponse(LadderLine):
    """A ladder with its settings. `GET /ladders/{slug}/rungs` lists its places."""

    options: dict[str, Any]
    fewest_players: int
    """At a table."""
    most_players: int
    rung: RungResponse | None
    """Your place; null if you are not on the ladder."""


class ChallengeResponse(ApiResponse):
    """A challenge that you sent or got."""

    number: int
    ladder: str
    challenger: str
    players: list[str]
    waits_for: list[str]
    """The players who have not accepted yet."""
    state: str
    expires_at: datetime
    match: int | None


class Challenges(ApiResponse):
    """Your challenges that are not over, newest first."""

    results: list[ChallengeResponse]
    next_cursor: NextCursor


class NewChallenge(ApiRequest):
    """The players to challenge."""

    opponents: Annotated[list[Line], Meta(min_length=1, max_length=11, description="Their names.")]


class RatingResponse(ApiResponse):
    """A rating."""

    rank: int
    player: str
    rating: int
    error: int
    """How far it may be off."""
    matches: int
    """How many matches it rests on."""
    provisional: bool
    """True if it has not settled yet."""


class Ratings(ApiResponse):
    """The ratings of one game at one speed, best first."""

    results: list[RatingResponse]
    next_cursor: NextCursor


class RatingsQuery(ApiRequest):
    """Which ratings to list."""

    game: Annotated[Line, Meta(description="A game's slug.")]
    speed: Annotated[Literal["live", "days"], Meta(description="For matches played live, or over days.")] = "days"
    cursor: Cursor = ""
    limit: Limit = 50


def ladder_at(request: Request, slug: str) -> Ladder:
    """Return the ladder with this slug if the user may see it, or 404."""
    found = ladders_open(asking(request).pk).filter(slug=slug).first()
    if found is None:
        raise Http404
    return found


def _line(ladder: Any) -> dict[str, Any]:
    names = ("slug", "title", "game", "players")
    return {name: getattr(ladder, name) for name in names} | {
        "closed": ladder.closed_at is not None,
        "club": ladder.club_id,
    }


def ladder_response(ladder: Ladder, user_id: int) -> LadderResponse:
    """Return a ladder as a user sees it."""
    mine = ladder.rungs.select_related("division", "user").filter(user=user_id).first()
    return LadderResponse(
        **_line(ladder),
        options=ladder.options,
        fewest_players=ladder.seats_from,
        most_players=ladder.seats_to,
        rung=_rung(mine) if mine else None,
    )


def _rung(rung: Rung) -> RungResponse:
    return RungResponse(division=rung.division.title, position=rung.position, player=rung.user.username)


def _challenge(challenge: Challenge) -> ChallengeResponse:
    seats = list(challenge.seats.all())
    return ChallengeResponse(
        number=challenge.pk,
        ladder=challenge.ladder.slug,
        challenger=challenge.challenger.username,
        players=[seat.user.username for seat in seats],
        waits_for=[seat.user.username for seat in seats if seat.accepted_at is None],
        state=challenge.state,
        expires_at=challenge.expires_at,
        match=challenge.match_id,
    )


class LaddersView(ApiView):
    """All ladders."""

    @operation("List ladders", scope=Scope.READ, reply=Ladders, query=PageQuery)
    def get(self, request: Request, query: PageQuery) -> Ladders:
        """List all ladders that you may see, open ones first."""
        page = in_order(ladders_open(asking(request).pk), of="ladders", cursor=query.cursor, limit=query.limit)
        return Ladders(results=[LadderLine(**_line(found)) for found in page.rows], next_cursor=page.next_cursor)


class LadderView(ApiView):
    """One ladder."""

    @operation("Look at a ladder", scope=Scope.READ, reply=LadderResponse)
    def get(self, request: Request, slug: str) -> LadderResponse:
        """Get a ladder with its settings and your place on it."""
        return ladder_response(ladder_at(request, slug), asking(request).pk)


class RungsView(ApiView):
    """The places on a ladder."""

    @operation("List who stands on a ladder", scope=Scope.READ, reply=Rungs, query=PageQuery)
    def get(self, request: Request, slug: str, query: PageQuery) -> Rungs:
        """List everyone's place, division by division, the top first."""
        ladder = ladder_at(request, slug)
        found = ladder.rungs.select_related("division", "user").order_by("division__level", "position")
        page = in_order(found, of=f"rungs {ladder.pk}", cursor=query.cursor, limit=query.limit)
        return Rungs(results=[_rung(rung) for rung in page.rows], next_cursor=page.next_cursor)


class LadderEntryView(ApiView):
    """Your place on a ladder."""

    @operation("Join a ladder", scope=Scope.PLAY, reply=LadderResponse, body=Nothing)
    def post(self, request: Request, slug: str, body: Nothing, now: datetime) -> LadderResponse:
        """Join a ladder at the bottom. Bot accounts are entered by an organiser."""
        me = asking(request)
        join_ladder(ladder_id=ladder_at(request, slug).pk, user=me, now=now)
        return ladder_response(ladder_at(request, slug), me.pk)

    @operation("Leave a ladder", scope=Scope.PLAY, reply=LadderResponse)
    def delete(self, request: Request, slug: str, now: datetime) -> LadderResponse:
        """Leave a ladder. You can join again after a week."""
        me = asking(request)
        leave_ladder(ladder_id=ladder_at(request, slug).pk, user=me, now=now)
        return ladder_response(ladder_at(request, slug), me.pk)


OF_OPPONENTS = ("wrong_table_size", "may_not_be_challenged", "table_met_lately")
ERROR_FIELDS = dict.fromkeys(OF_OPPONENTS, "/opponents")


class ChallengesView(ApiView):
    """Challenges."""

    @operation("List your challenges", scope=Scope.READ, reply=Challenges, query=PageQuery)
    def get(self, request: Request, query: PageQuery) -> Challenges:
        """List the challenges on all ladders that you sent or got and that are not over."""
        mine = challenges_of(asking(request))
        page = newest_first(mine, of="challenges", cursor=query.cursor, limit=query.limit)
        return Challenges(results=[_challenge(found) for found in page.rows], next_cursor=page.next_cursor)


class LadderChallengesView(ApiView):
    """The challenges of a ladder."""

    @operation(
        "Challenge", scope=Scope.PLAY, reply=ChallengeResponse, body=NewChallenge, status=201, error_fields=ERROR_FIELDS
    )
    def post(self, request: Request, slug: str, body: NewChallenge, now: datetime) -> ChallengeResponse:
        """Challenge players on a ladder. The match begins when all have accepted."""
        ladder = ladder_at(request, slug)
        opponents = [player_of_field(name, f"/opponents/{place}") for place, name in enumerate(body.opponents)]
        made = make_challenge(ladder_id=ladder.pk, challenger=asking(request), opponents=opponents, now=now)
        return _fresh(made.pk)


def _fresh(number: int) -> ChallengeResponse:
    rows = Challenge.objects.select_related("ladder", "challenger").prefetch_related("seats__user")
    return _challenge(rows.get(pk=number))


def _mine(request: Request, number: int) -> int:
    """Return the number of a challenge that the user sent or got, or 404."""
    if not Challenge.objects.filter(pk=number, seats__user=asking(request)).exists():
        raise Http404
    return number


class AcceptView(ApiView):
    """Accepting a challenge."""

    @operation("Accept a challenge", scope=Scope.PLAY, reply=ChallengeResponse, body=Nothing)
    def post(self, request: Request, number: int, body: Nothing, now: datetime) -> ChallengeResponse:
        """Accept a challenge. The match begins when all have accepted."""
        accept_challenge(challenge_id=_mine(request, number), user=asking(request), now=now)
        return _fresh(number)


class ChallengeView(ApiView):
    """One challenge."""

    @operation("Take a challenge back", scope=Scope.PLAY, reply=ChallengeResponse)
    def delete(self, request: Request, number: int, now: datetime) -> ChallengeResponse:
        """Take your challenge back while nobody has accepted it."""
        take_back_challenge(challenge_id=_mine(request, number), user=asking(request), now=now)
        return _fresh(number)


class RatingsView(ApiView):
    """Ratings."""

    @operation("List ratings", scope=Scope.READ, reply=Ratings, query=RatingsQuery)
    def get(self, request: Request, query: RatingsQuery) -> Ratings:
        """List the ratings of a game, best first. They may change between two requests."""
        name = f"ratings {query.game} {query.speed}"
        start = read_cursor(query.cursor, name)[0] if query.cursor else 0
        end = start + query.limit
        pool = Pool.objects.filter(game=query.game, speed=query.speed).first()
        rows = list(ratings_listed(pool)[start : end + 1]) if pool else []
        return Ratings(
            results=[_rating(row, rank) for rank, row in enumerate(rows[: query.limit], start=start + 1)],
            next_cursor=make_cursor(name, end) if len(rows) > query.limit else None,
        )


def _rating(row: Rating, rank: int) -> RatingResponse:
    return RatingResponse(
        rank=rank,
        player=row.user.username,
        rating=row.number,
        error=row.error,
        matches=row.matches,
        provisional=row.provisional,
    )
