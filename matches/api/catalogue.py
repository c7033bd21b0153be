"""The games, with the schemas of their values."""

from functools import cache
from typing import Any

import msgspec
from django.http import Http404
from rest_framework.request import Request

from api.messages import ApiResponse
from api.scopes import Scope
from api.views import ApiView, operation
from engine import AnyGame
from foundation.field_docs import add_field_docs
from games.levels import levels_of
from games.registry import GAMES
from matches.api.responses import Json


class GameLine(ApiResponse):
    """One game."""

    slug: str
    """Names the game in requests."""
    title: str
    """The name of the game."""
    blurb: str
    length: str
    """The expected length, such as "about 20 rounds, one answer each"."""
    fewest_players: int
    most_players: int
    rules_version: int
    bots: list[str]
    """The bots of the game, for `name` of a seat in `POST /matches`."""


class Games(ApiResponse):
    """All games."""

    results: list[GameLine]


class GameResponse(GameLine):
    """One game, with JSON Schemas of its values."""

    schemas: Json
    """JSON Schemas by name: `options`, `action`, `observation` (the field `seen` of a match) and `event`."""


class GamesView(ApiView):
    """All games."""

    @operation("List games", scope=Scope.READ, reply=Games)
    def get(self, request: Request) -> Games:
        """List all games that can be played."""
        return Games(results=[GameLine(**_about(game)) for game in GAMES.values()])


class GameView(ApiView):
    """One game."""

    @operation("Look at a game", scope=Scope.READ, reply=GameResponse)
    def get(self, request: Request, slug: str) -> GameResponse:
        """Get a game, with JSON Schemas of its options, actions, observations and events."""
        game = GAMES.get(slug)
        if game is None:
            raise Http404
        return GameResponse(**_about(game), schemas=_schemas(game))


def _about(game: AnyGame) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": game.title,
        "blurb": game.blurb,
        "length": game.length,
        "fewest_players": game.players[0],
        "most_players": game.players[-1],
        "rules_version": game.rules_version,
        "bots": list(levels_of(game)),
    }


@cache
def _schemas(game: AnyGame) -> dict[str, Any]:
    kinds = {"options": game.Options, "action": game.Action, "observation": game.Observation, "event": game.Event}
    return {name: _schema(kind) for name, kind in kinds.items()}


def _schema(kind: Any) -> dict[str, Any]:
    found = msgspec.json.schema(kind)
    add_field_docs(found["$defs"], [kind])
    return found
