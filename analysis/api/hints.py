"""Hints in unrated matches."""

from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from analysis.selectors.hints import NOT_ASKED, HintShown, hint_in
from analysis.services.hints import ask_hint
from api.messages import ApiResponse, Nothing
from api.scopes import Scope
from api.views import ApiView, operation
from matches.api.common import visible_match, whole_match
from matches.view.match_view import match_view_light, seat_of


class AdvisedAnswer(ApiResponse):
    """An answer that was compared."""

    action: Annotated[Any, Meta(description="The answer, as one of `actions` in `POST …/answers`.")]
    words: Annotated[str, Meta(description="The same in words.")]
    chance: Annotated[int, Meta(ge=0, le=100, description="The chance to win with it, in per cent.")]
    error: Annotated[int, Meta(ge=0, le=100, description="How far this may be off, in 95 of 100 cases.")]
    share: Annotated[int, Meta(ge=0, le=100, description="How often *sharp* would give this answer, in per cent.")]


class HintResponse(ApiResponse):
    """The hint of the open round."""

    asked: bool
    """True once you have asked in the open round. False again when the round is over, even if it was never `done`."""
    done: bool
    """False while *sharp* is still thinking."""
    answers: list[AdvisedAnswer]
    """What *sharp* would answer, the likeliest first. Empty while it thinks, and if that failed."""
    failed: bool
    """True if *sharp* could not work out your hint. A minute after you asked you can ask again."""


class HintView(ApiView):
    """Hints."""

    @operation("See your hint", scope=Scope.READ, reply=HintResponse)
    def get(self, request: Request, number: int) -> HintResponse:
        """See the hint that you asked for in the open round."""
        return _response(_hint(request, number))

    @operation("Ask for a hint", scope=Scope.PLAY, reply=HintResponse, body=Nothing)
    def post(self, request: Request, number: int, body: Nothing, now: datetime) -> HintResponse:
        """Ask what *sharp* would answer. Unrated matches only; everyone at the table learns that you asked."""
        visible_match(request, number)
        ask_hint(match_id=number, user=asking(request), now=now)
        return _response(_hint(request, number))


def _hint(request: Request, number: int) -> HintShown:
    match = whole_match(request, number)
    found = hint_in(match_view_light(match, seat_of(match, request.user.pk)))
    return found or NOT_ASKED


def _response(hint: HintShown) -> HintResponse:
    return HintResponse(
        asked=hint.asked,
        done=hint.done,
        answers=[AdvisedAnswer(one.action, one.words, one.chance, one.error, one.share) for one in hint.answers],
        failed=hint.failed,
    )
