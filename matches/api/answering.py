"""Legal actions and answers."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext, gettext_lazy
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.models import User
from api.cursors import make_cursor, read_cursor
from api.messages import ApiRequest, ApiResponse, Cursor, Limit, NextCursor
from api.problems import ELSE, Refusal
from api.scopes import Scope
from api.views import ApiView, operation
from engine import IllegalAction
from foundation.errors import Forbidden, Stale
from matches.api.common import let_deadlines_pass, played_match, whole_match
from matches.api.conditional_moves import NextMove, move_of
from matches.api.responses import Json
from matches.log.states import game_of
from matches.models import Answer, Match
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
    # Malformed answers were refused earlier, each by its own index.
    "malformed_answer": "/then/preferences",
    ELSE: "/actions",
}
MOVED_ON = gettext_lazy("The table has moved on. Ask for the legal actions again.")


class LegalAction(ApiResponse):
    """One answer that you may give."""

    action: Json
    """Send it as one of `actions`."""
    words: str
    """The answer in words."""


class LegalActions(ApiResponse):
    """The answers you may give; none if you are not asked."""

    step: int
    """Send it with the answer."""
    count: int
    """The number of all legal actions, on all pages."""
    results: list[LegalAction]
    next_cursor: NextCursor


class LegalQuery(ApiRequest):
    """Which page of the legal actions."""

    cursor: Cursor = ""
    limit: Limit = 100


class Answers(ApiRequest):
    """One answer, or several of your decisions in a row. Either all are taken or none."""

    step: Annotated[int, Meta(ge=0, le=2**31 - 1, description="The step that the answer is for.")]
    actions: Annotated[list[dict[str, Any]], Meta(min_length=1, max_length=MOST_IN_A_ROW)]
    """Your answer, or several of your decisions in their order."""
    then: NextMove | None = None
    """A conditional move for your next decision, if it is of this kind. Taken or refused together with the answers."""


class Answered(ApiResponse):
    """A sealed answer, which you can change until the round resolves."""

    number: int
    """The number of the match, as in its URL."""
    step: int
    """The step of the last answer."""
    commitments: list[str]
    """The hash of each answer that is still sealed. The answer is published when the round resolves."""


class LegalActionsView(ApiView):
    """Legal actions."""

    @operation(
        "List legal actions",
        scope=Scope.READ,
        reply=LegalActions,
        query=LegalQuery,
        error_fields={"table_moved_on": "cursor"},
    )
    def get(self, request: Request, number: int, query: LegalQuery) -> LegalActions:
        """List every answer that you may give now, in a fixed order. There may be thousands."""
        match = whole_match(request, number)
        me = seat_of(match, request.user.pk)
        if me is None:
            raise Forbidden("not_your_seat", gettext("You have no seat at this table. You may watch it."))
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
    """Answers."""

    @operation(
        "Answer",
        scope=Scope.PLAY,
        reply=Answered,
        body=Answers,
        status=201,
        error_fields=ERROR_FIELDS,
        before=let_deadlines_pass,
    )
    def post(self, request: Request, number: int, body: Answers, now: datetime) -> Answered:
        """Seal your answer to the open round. A later answer replaces it."""
        match = played_match(request, number)
        _refuse_unreadable(match, body.actions)
        user = asking(request)
        sealed = _seal(match, user, body, now)
        return Answered(number=match.pk, step=sealed.step, commitments=[sealed.commitment])


def _seal(match: Match, user: User, body: Answers, now: datetime) -> Answer:
    if body.then is None:
        return submit_answer(match_id=match.pk, user_id=user.pk, step=body.step, actions=body.actions, now=now)
    move = move_of(body.then, "next")
    return answer_and_save_conditional_move(
        match_id=match.pk, user_id=user.pk, step=body.step, actions=body.actions, move=move, now=now
    )


def _refuse_unreadable(match: Match, actions: list[dict[str, Any]]) -> None:
    """Raise `Refusal`, which names the action, if one is malformed."""
    for place, action in enumerate(actions):
        try:
            game_of(match).action_from(action)
        except IllegalAction as error:
            raise Refusal(400, error.code, error.message, field=f"/actions/{place}") from error
