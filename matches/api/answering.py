"""What I may answer, and answering."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.models import User
from api.cursors import make_cursor, read_cursor
from api.messages import ApiRequest, ApiResponse, Cursor, Limit
from api.problems import ELSE, Refusal
from api.scopes import Scope
from api.views import ApiView, operation
from engine import IllegalAction
from foundation.errors import Forbidden, Stale
from matches.api.common import visible_match
from matches.api.conditional_moves import NextMove, move_of
from matches.api.responses import Json
from matches.log.states import game_of
from matches.models import Match
from matches.play.answers import MOST_IN_A_ROW, submit_answer
from matches.play.conditional_moves import answer_and_save_conditional_move
from matches.view.match_view import match_view_light, seat_of

ERROR_FIELDS = {
    "table_moved_on": "/step",
    "unknown_decision": "/then/kind",
    "unknown_condition": "/then/when",
    **dict.fromkeys(
        ("number_out_of_range", "unknown_answer", "too_many_conditional_moves", "conditional_moves_too_long"), "/then"
    ),
    # Answers of no form were refused before, each by its own place.
    "malformed_answer": "/then/preferences",
    ELSE: "/actions",
}
MOVED_ON = "The table has moved on. Ask for the legal actions anew."


class LegalAction(ApiResponse):
    """One answer that is open to me."""

    action: Json
    words: str


class LegalActions(ApiResponse):
    """Answers open to me; none while I am not asked."""

    step: int
    """Send it with the answer."""
    count: int
    results: list[LegalAction]
    next_cursor: str | None


class LegalQuery(ApiRequest):
    """Which legal actions."""

    cursor: Cursor = ""
    limit: Limit = 100


class Answers(ApiRequest):
    """One answer, or several decisions of mine in a row that are taken all or none."""

    step: Annotated[int, Meta(ge=0, le=2**31 - 1, description="The step that the answer is for.")]
    actions: Annotated[list[dict[str, Any]], Meta(min_length=1, max_length=MOST_IN_A_ROW)]
    then: NextMove | None = None
    """What I answer to my next decision, if it is of this kind; taken or refused together with the answers."""


class Answered(ApiResponse):
    """An answer lies sealed; it may be changed until the round resolves."""

    number: int
    step: int
    """The step that the last of the answers is for."""
    commitments: list[str]
    """The hash of each answer that still lies sealed, opened when the round resolves."""


class LegalActionsView(ApiView):
    """What I may answer."""

    @operation(
        "List legal actions",
        scope=Scope.READ,
        reply=LegalActions,
        query=LegalQuery,
        error_fields={"table_moved_on": "cursor"},
    )
    def get(self, request: Request, number: int, query: LegalQuery) -> LegalActions:
        """Every answer that is open to me now, in a fixed order. There may be thousands."""
        match = visible_match(request, number)
        me = seat_of(match, request.user.pk)
        if me is None:
            raise Forbidden("not_your_seat", "You have no seat at this table. You may watch it.")
        start = _start(match, query.cursor)
        asked = match_view_light(match, me).asked
        if asked is None:
            return LegalActions(step=match.next_step, count=0, results=[], next_cursor=None)
        end = min(start + query.limit, len(asked.choices))
        found = [
            LegalAction(action=msgspec.to_builtins(choice.action), words=choice.words)
            for choice in asked.choices[start:end]
        ]
        following = make_cursor(_list(match), match.step, end) if end < len(asked.choices) else None
        return LegalActions(step=asked.step, count=len(asked.choices), results=found, next_cursor=following)


def _list(match: Match) -> str:
    return f"legal actions {match.pk}"


def _start(match: Match, cursor: str) -> int:
    if not cursor:
        return 0
    step, start = read_cursor(cursor, _list(match))
    if step != match.step:
        raise Stale("table_moved_on", MOVED_ON)
    return start


class AnswersView(ApiView):
    """Answering."""

    @operation("Answer", scope=Scope.PLAY, reply=Answered, body=Answers, status=201, error_fields=ERROR_FIELDS)
    def post(self, request: Request, number: int, body: Answers, now: datetime) -> Answered:
        """Seal my answer to the open round; sent again it replaces the one before."""
        match = visible_match(request, number)
        _refuse_unreadable(match, body.actions)
        user = asking(request)
        _seal(match, user, body, now)
        last = body.step + len(body.actions) - 1
        mine = match.answers.filter(seat__user=user, step=last)
        return Answered(number=match.pk, step=last, commitments=list(mine.values_list("commitment", flat=True)))


def _seal(match: Match, user: User, body: Answers, now: datetime) -> None:
    if body.then is None:
        submit_answer(match_id=match.pk, user_id=user.pk, step=body.step, actions=body.actions, now=now)
        return
    move = move_of(body.then, "next")
    answer_and_save_conditional_move(
        match_id=match.pk, user_id=user.pk, step=body.step, actions=body.actions, move=move, now=now
    )


def _refuse_unreadable(match: Match, actions: list[dict[str, Any]]) -> None:
    """Name the action that has not the form of any of the game's."""
    for place, action in enumerate(actions):
        try:
            game_of(match).action_from(action)
        except IllegalAction as error:
            raise Refusal(400, error.code, error.message, field=f"/actions/{place}") from error
