"""The teacher's look at finished matches."""

from datetime import datetime
from typing import Annotated

from django.http import Http404
from django.utils.translation import gettext
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from analysis.api.hints import AdvisedAnswer
from analysis.findings import Finding
from analysis.models import Analysis
from analysis.selectors.hints import Answer, per_cent
from analysis.selectors.lessons import AnswerLine, analysis_of, lesson_of
from analysis.services.teaching import ask_analysis, check_analysable
from api.messages import ApiResponse, Nothing
from api.scopes import Scope
from api.views import ApiView, operation
from matches.api.common import visible_match
from matches.models import Match
from matches.view.match_view import seat_of


class AnalysedAnswer(ApiResponse):
    """An answer that the seat gave."""

    step: int
    given: AdvisedAnswer
    compared: list[AdvisedAnswer]
    """The answers that *sharp* would give first, and the one given."""
    cost: Annotated[int, Meta(description="What it gave away, in per cent of a win; 0 if nothing was clearly better.")]


class Chances(ApiResponse):
    """A position."""

    step: int
    chances: list[int]
    """Each seat's chance to win, in per cent, as far as the seat could know."""
    luck: int | None
    """What the draws that led here gave the seat beyond their mean, in per cent of a win; null without draws."""


class Turn(ApiResponse):
    """A step that changed much for the seat."""

    step: int
    before: int
    after: int
    reason: str


class AnalysisResponse(ApiResponse):
    """The analysis of a seat, as far as it is."""

    done: bool
    positions_done: int
    positions: int
    answers: list[AnalysedAnswer]
    turning_points: list[Turn]
    chances: list[Chances]


class AnalysisView(ApiView):
    """Analyses."""

    @operation("See the analysis of a seat", scope=Scope.READ, reply=AnalysisResponse)
    def get(self, request: Request, number: int, seat: int) -> AnalysisResponse:
        """See what the teacher found in a finished match. 404 if nobody asked for it yet."""
        match = visible_match(request, number)
        check_analysable(match, seat)
        row = analysis_of(match, seat)
        if row is None:
            raise Http404(gettext("Nobody has asked for this analysis yet."))
        return _response(match, row, request)

    @operation("Ask for an analysis", scope=Scope.PLAY, reply=AnalysisResponse, body=Nothing)
    def post(self, request: Request, number: int, seat: int, body: Nothing, now: datetime) -> AnalysisResponse:
        """Have the answers of a seat in a finished match looked at. It takes some minutes; ask again for the result."""
        match = visible_match(request, number)
        return _response(match, ask_analysis(match=match, seat=seat, user=asking(request), now=now), request)


def _response(match: Match, row: Analysis, request: Request) -> AnalysisResponse:
    lesson = lesson_of(match, row, seat_of(match, request.user.pk)) if row.done_at else None
    return AnalysisResponse(
        done=row.done_at is not None,
        positions_done=row.done,
        positions=row.of,
        answers=[_answer(line) for line in lesson.answers] if lesson else [],
        turning_points=[Turn(one.step, one.before, one.after, one.reason) for one in lesson.turns] if lesson else [],
        chances=[_chances(one) for one in lesson.findings] if lesson else [],
    )


def _chances(finding: Finding) -> Chances:
    luck = per_cent(finding.luck.gain) if finding.luck else None
    return Chances(finding.step, [per_cent(share) for share in finding.shares], luck)


def _answer(line: AnswerLine) -> AnalysedAnswer:
    return AnalysedAnswer(line.step, _advised(line.given), [_advised(one) for one in line.others], line.cost)


def _advised(one: Answer) -> AdvisedAnswer:
    return AdvisedAnswer(one.action, one.words, one.chance, one.error, one.share)
