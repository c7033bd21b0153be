"""Conditional moves: answers to future decisions, visible to their player alone."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from api.messages import ApiRequest, ApiResponse, Line
from api.problems import ELSE
from api.scopes import Scope
from api.views import ApiView, operation
from engine.conditional_moves import Condition, ConditionalMove, Lasts
from foundation.errors import Forbidden
from matches.api.common import let_deadlines_pass, visible_match, whole_match
from matches.log.states import game_of
from matches.play.conditional_moves import raise_conditional_move, remove_conditional_move, save_conditional_move
from matches.view.match_view import match_view, seat_of

Version = Annotated[int, Meta(ge=0, le=2**31 - 1, description="The version you read. Any older one is refused.")]


class Move(ApiResponse):
    """One conditional move."""

    words: str
    move: ConditionalMove


class PatternResponse(ApiResponse):
    """A way to pick one of the legal answers."""

    kind: str
    """The kind of decision it answers."""
    words: str
    """`{}` stands for the preference's number."""


class MyMoves(ApiResponse):
    """Your conditional moves, the first of which that fits is used, and what you can make them of."""

    version: int
    step: int
    """Send it with a new conditional move."""
    moves: list[Move]
    kinds: dict[str, str]
    """The kinds of decision."""
    facts: dict[str, str]
    """What conditions can test."""
    patterns: dict[str, PatternResponse]
    """Ways to pick one of the legal answers."""


ERROR_FIELDS = {
    "conditional_moves_changed": "/version",
    "table_moved_on": "/step",
    "unknown_decision": "/kind",
    "unknown_condition": "/when",
    ELSE: "/preferences",
}


class NewPreference(ApiRequest):
    """An answer you want: an action, or the pick of a pattern."""

    action: dict[str, Any] | None = None
    """One of the legal actions; null if `pattern` picks one."""
    pattern: Line = ""
    """A key of `patterns`, or "" with `action`."""
    number: Annotated[int, Meta(ge=-99999, le=99999)] = 0
    """The number for the blank in the pattern's words."""


class NextMove(ApiRequest):
    """A conditional move for your next decision after the answers sent with it."""

    kind: Annotated[Line, Meta(description="One of `kinds`.")]
    preferences: Annotated[list[NewPreference], Meta(min_length=1, max_length=10)]
    """The first of them that is legal then is your answer."""
    when: Annotated[list[Condition], Meta(max_length=5)] = []
    """All of them must hold. If there are none, it always fits."""


class NewMove(ApiRequest):
    """A conditional move to add."""

    step: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    """The step of your conditional moves as you read them."""
    kind: Annotated[Line, Meta(description="One of `kinds`.")]
    preferences: Annotated[list[NewPreference], Meta(min_length=1, max_length=10)]
    """The first of them that is legal then is your answer."""
    when: Annotated[list[Condition], Meta(max_length=5)] = []
    """All of them must hold. If there are none, it always fits."""
    lasts: Lasts = "once"
    version: Version | None = None


class ReplacingMove(ApiRequest):
    """A conditional move that replaces another."""

    version: Version
    step: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    """The step of your conditional moves as you read them."""
    kind: Annotated[Line, Meta(description="One of `kinds`.")]
    preferences: Annotated[list[NewPreference], Meta(min_length=1, max_length=10)]
    """The first of them that is legal then is your answer."""
    when: Annotated[list[Condition], Meta(max_length=5)] = []
    """All of them must hold. If there are none, it always fits."""
    lasts: Lasts = "once"


class WhichVersion(ApiRequest):
    """The version of your conditional moves, which determines their order."""

    version: Version


class ConditionalMovesApiView(ApiView):
    """Conditional moves."""

    @operation("Read your conditional moves", scope=Scope.PLAY, reply=MyMoves)
    def get(self, request: Request, number: int) -> MyMoves:
        """Get your conditional moves in a match, and what you can make them of there."""
        return _my_moves(request, number)

    @operation(
        "Add a conditional move",
        scope=Scope.PLAY,
        reply=MyMoves,
        body=NewMove,
        status=201,
        error_fields=ERROR_FIELDS,
        before=let_deadlines_pass,
    )
    def post(self, request: Request, number: int, body: NewMove, now: datetime) -> MyMoves:
        """Add a conditional move after the others."""
        visible_match(request, number)
        save_conditional_move(
            match_id=number,
            user_id=asking(request).pk,
            step=body.step,
            move=move_of(body, body.lasts),
            version=body.version,
            now=now,
        )
        return _my_moves(request, number)


class ConditionalMoveView(ApiView):
    """One conditional move, by its place from 0."""

    @operation(
        "Replace a conditional move",
        scope=Scope.PLAY,
        reply=MyMoves,
        body=ReplacingMove,
        error_fields=ERROR_FIELDS,
        before=let_deadlines_pass,
    )
    def put(self, request: Request, number: int, place: int, body: ReplacingMove, now: datetime) -> MyMoves:
        """Replace the conditional move at this place."""
        visible_match(request, number)
        save_conditional_move(
            match_id=number,
            user_id=asking(request).pk,
            step=body.step,
            move=move_of(body, body.lasts),
            version=body.version,
            instead_of=place,
            now=now,
        )
        return _my_moves(request, number)

    @operation(
        "Remove a conditional move",
        scope=Scope.PLAY,
        reply=MyMoves,
        query=WhichVersion,
        error_fields={"conditional_moves_changed": "version"},
    )
    def delete(self, request: Request, number: int, place: int, query: WhichVersion, now: datetime) -> MyMoves:
        """Remove the conditional move at this place. Those after it move up."""
        visible_match(request, number)
        remove_conditional_move(
            match_id=number, user_id=asking(request).pk, number=place, version=query.version, now=now
        )
        return _my_moves(request, number)


class RaiseView(ApiView):
    """Moving a conditional move up."""

    @operation(
        "Move a conditional move up",
        scope=Scope.PLAY,
        reply=MyMoves,
        body=WhichVersion,
        error_fields={"conditional_moves_changed": "/version"},
    )
    def post(self, request: Request, number: int, place: int, body: WhichVersion, now: datetime) -> MyMoves:
        """Swap a conditional move with the one before it."""
        visible_match(request, number)
        raise_conditional_move(match_id=number, user_id=asking(request).pk, number=place, version=body.version, now=now)
        return _my_moves(request, number)


def move_of(body: NewMove | ReplacingMove | NextMove, lasts: Lasts) -> ConditionalMove:
    """Return the conditional move of a request as an object of the engine."""
    raw = msgspec.to_builtins(body)
    return msgspec.convert(
        {name: raw[name] for name in ("kind", "preferences", "when")} | {"lasts": lasts}, ConditionalMove
    )


def _my_moves(request: Request, number: int) -> MyMoves:
    match = whole_match(request, number)
    me = seat_of(match, request.user.pk)
    if me is None:
        raise Forbidden("not_your_seat", gettext("You have no seat at this table. You may watch it."))
    mine = match_view(match, me, log_steps=0).conditional_moves
    conditionals = game_of(match).conditionals
    moves = zip(mine.words, mine.moves, strict=True) if mine else ()
    return MyMoves(
        version=mine.version if mine else 0,
        step=match.next_step,
        moves=[Move(words=words, move=move) for words, move in moves],
        kinds=dict(conditionals.kinds),
        # Without the context that a translator is told.
        facts={name: str(fact.yes) for name, fact in conditionals.facts.items()},
        patterns={name: PatternResponse(*pattern) for name, pattern in conditionals.patterns.items()},
    )
