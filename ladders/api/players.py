"""Records of players in finished public matches, overall and against each opponent."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request

from accounts.identity.selectors import user_or_404
from api.cursors import in_order
from api.messages import ApiResponse, NextCursor, PageQuery
from api.scopes import Scope
from api.views import ApiView, operation
from ladders.selectors.players import Outing, Versus, head_to_head, record_of, trophies, versus_by_game
from ladders.selectors.ratings import ratings_of
from matches.clocks.reliability import reliability_of


class GameRecordResponse(ApiResponse):
    """A player's results in one game."""

    game: str
    """The slug of the game, as in `GET /games`."""
    title: str
    """The name of the game."""
    played: int
    """The number of finished public matches."""
    firsts: int
    """In how many of them they came first, alone or with others."""
    per_cent: int
    """The mean share of opponents beaten."""


class OutingResponse(ApiResponse):
    """One finished match of a player."""

    number: int
    """The number of the match, as in its URL."""
    game: str
    """The slug of the game, as in `GET /games`."""
    title: str
    """The name of the game."""
    place: int
    """1 is the first; equal seats share a place."""
    players: int
    """How many played."""
    ended_at: datetime | None
    unrated: str
    """Why it does not count for ratings, or ""."""


class TrophyResponse(ApiResponse):
    """A place among the first three of a tournament or season."""

    place: int
    title: str
    path: str
    """The URL of its page."""


class PlayerRating(ApiResponse):
    """A player's rating in one game at one speed."""

    game: str
    """The slug of the game, as in `GET /games`."""
    title: str
    """The name of the game."""
    speed: str
    """The speed in words: live, or over days."""
    number: int
    """The rating itself."""
    error: int
    """How far it may be off."""
    matches: int
    """How many matches it rests on."""
    provisional: bool
    """True if it has not settled yet."""
    history: Sequence[int]
    """The number after each match, oldest first."""


class ReliabilityResponse(ApiResponse):
    """Turns answered in time within a year; `percent` is null if there were too few."""

    turns: int
    missed: int
    percent: int | None


class RecordResponse(ApiResponse):
    """A player's record in finished public matches."""

    player: str
    games: list[GameRecordResponse]
    latest: list[OutingResponse]
    trophies: list[TrophyResponse]
    ratings: list[PlayerRating]
    reliability: ReliabilityResponse


class VersusLine(ApiResponse):
    """A player's results against one opponent."""

    player: str
    """The opponent."""
    met: int
    ahead: int
    tied: int
    behind: int


class Opponents(ApiResponse):
    """A player's opponents, those met most often first."""

    results: list[VersusLine]
    next_cursor: NextCursor


class Meeting(OutingResponse):
    """A match of two players, with the opponent's place."""

    their_place: int


class VersusGame(ApiResponse):
    """A player's results against one opponent in one game."""

    title: str
    met: int
    ahead: int
    tied: int
    behind: int


class VersusResponse(VersusLine):
    """Two players head to head, with their matches, newest first."""

    games: list[VersusGame]
    """The same by game, the most played first."""
    results: list[Meeting]
    next_cursor: NextCursor


def _outing(outing: Outing) -> OutingResponse:
    return msgspec.convert(outing, OutingResponse, from_attributes=True)


def _line(versus: Versus) -> VersusLine:
    ahead, tied, behind = versus.ahead, versus.tied, versus.behind
    return VersusLine(player=versus.other.username, met=versus.met, ahead=ahead, tied=tied, behind=behind)


class RecordView(ApiView):
    """A player's record."""

    @operation("Look at a player's record", scope=Scope.READ, reply=RecordResponse)
    def get(self, request: Request, name: str) -> RecordResponse:
        """Get a player's results in finished public matches, their ratings, trophies and reliability."""
        user = user_or_404(name=name)
        record = record_of(user)
        turns = reliability_of([user.pk], timezone.now())[user.pk]
        return RecordResponse(
            player=user.username,
            games=[msgspec.convert(game, GameRecordResponse, from_attributes=True) for game in record.games],
            latest=[_outing(outing) for outing in record.latest],
            trophies=[TrophyResponse(place=one.place, title=one.title, path=one.url) for one in trophies(user)],
            ratings=[msgspec.convert(line, PlayerRating, from_attributes=True) for line in ratings_of(user)],
            reliability=msgspec.convert(turns, ReliabilityResponse, from_attributes=True),
        )


class OpponentsView(ApiView):
    """The opponents of a player."""

    @operation("List whom a player has met", scope=Scope.READ, reply=Opponents, query=PageQuery)
    def get(self, request: Request, name: str, query: PageQuery) -> Opponents:
        """List a player's results against each opponent in finished public matches."""
        user = user_or_404(name=name)
        found = record_of(user).opponents
        page = in_order(found, of=f"opponents {user.pk}", cursor=query.cursor, limit=query.limit)
        return Opponents(results=[_line(versus) for versus in page.rows], next_cursor=page.next_cursor)


class VersusView(ApiView):
    """Two players head to head."""

    @operation("Look at two players head to head", scope=Scope.READ, reply=VersusResponse, query=PageQuery)
    def get(self, request: Request, name: str, other: str, query: PageQuery) -> VersusResponse:
        """Get a player's results against one opponent in finished public matches."""
        one, two = user_or_404(name=name), user_or_404(name=other)
        if one == two:
            raise Http404
        versus, matches = head_to_head(one, two)
        page = in_order(matches, of=f"versus {one.pk} {two.pk}", cursor=query.cursor, limit=query.limit)
        meetings = [
            Meeting(**msgspec.structs.asdict(_outing(match)), their_place=match.places[two.pk]) for match in page.rows
        ]
        line = msgspec.structs.asdict(_line(versus))
        games = [
            VersusGame(title=title, met=row.met, ahead=row.ahead, tied=row.tied, behind=row.behind)
            for title, row in versus_by_game(one, two, matches)
        ]
        return VersusResponse(**line, games=games, results=meetings, next_cursor=page.next_cursor)
