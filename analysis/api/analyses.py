"""The teacher's look at finished matches."""

from datetime import datetime
from typing import Annotated

from django.http import Http404
from django.utils.translation import gettext
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.throttles import count_costly
from analysis.api.hints import AdvisedAnswer
from analysis.findings import Finding
from analysis.models import Analysis
from analysis.selectors.hints import Answer, per_cent
from analysis.selectors.lessons import AnswerLine, Sum, TurningPoint, analysis_of, lesson_of, work_of_lesson
from analysis.services.teaching import ask_analysis, check_analysable
from api.messages import ApiResponse, Nothing
from api.scopes import Scope
from api.views import ApiView, operation
from matches.api.common import visible_match
from matches.models import Match

Step = Annotated[int, Meta(description="The step by which the answer was given: that of the log and the replay.")]
Round = Annotated[int | None, Meta(description="The round in the log; null in games and steps without one.")]


class AnalysedAnswer(ApiResponse):
    """An answer that the seat gave."""

    step: Step
    round: Round
    question: Annotated[str, Meta(description="What the seat was asked, in words.")]
    given: AdvisedAnswer
    compared: Annotated[
        list[AdvisedAnswer], Meta(description="The answers that *sharp* would give, its own first, and the one given.")
    ]
    cost: Annotated[
        int,
        Meta(
            description="What it gave away, in per cent of a win: the chance of the first of `compared` less that of "
            "`given`. 0 if the difference is small or may be chance."
        ),
    ]
    yours: Annotated[bool, Meta(description="True if you gave it.")]
    holder: Annotated[
        int, Meta(ge=0, description="Who gave it: 0 for the first player, 1 for the first substitute, and so on.")
    ]


class Chances(ApiResponse):
    """A position."""

    step: int
    chances: Annotated[
        list[int], Meta(description="Each seat's chance to win, in per cent, as far as the seat could know.")
    ]
    error: Annotated[int, Meta(ge=0, le=100, description="How far the seat's own may be off, in 95 of 100 cases.")]
    luck: Annotated[
        int | None,
        Meta(
            description="What the draws that led here gave the seat beyond their mean, in per cent of a win; null "
            "without draws."
        ),
    ]
    luck_error: Annotated[int | None, Meta(description="How far `luck` may be off, in 95 of 100 cases.")]


class TurningPointResponse(ApiResponse):
    """A step that changed much for the seat."""

    step: int
    round: Round
    before: Annotated[int, Meta(description="The chance to win before it, in per cent.")]
    after: Annotated[int, Meta(description="The chance to win after it, in per cent.")]
    sentences: Annotated[list[str], Meta(description="What happened, as the log has it.")]
    reason: str


class TotalLuck(ApiResponse):
    """The luck of a whole match."""

    gain: Annotated[int, Meta(description="What all draws gave the seat beyond their mean, in per cent of a win.")]
    error: Annotated[int, Meta(description="How far this may be off, in 95 of 100 cases.")]
    is_clear: Annotated[bool, Meta(description="True if it is more than it may be off.")]
    is_even: Annotated[
        bool, Meta(description="True if it is known to be small. If both are false, it cannot be told from this match.")
    ]


class AnalysisResponse(ApiResponse):
    """The analysis of a seat, as far as it is."""

    done: bool
    failed: Annotated[
        bool,
        Meta(
            description="True if the match could not be looked at: `done` is true then, and nothing was found. It can "
            "be asked for again an hour after it was."
        ),
    ]
    positions_done: int
    positions: int
    answers: list[AnalysedAnswer]
    answers_failed: Annotated[
        int, Meta(description="How many answers could not be looked at. They are not in `answers`.")
    ]
    turning_points: list[TurningPointResponse]
    chances: list[Chances]
    luck: Annotated[TotalLuck | None, Meta(description="Null until it is done, and in games that draw nothing.")]


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
    lesson = None
    if row.has_lesson:
        count_costly(request, asking(request), work_of_lesson(match))
        lesson = lesson_of(match, row, request.user.pk)
    return AnalysisResponse(
        done=row.done_at is not None,
        failed=row.is_failed,
        positions_done=row.done,
        positions=row.of,
        answers=[_answer(line) for line in lesson.all_answers] if lesson else [],
        answers_failed=lesson.failed + lesson.failed_of_others if lesson else 0,
        turning_points=[_turn(one) for one in lesson.turns] if lesson else [],
        chances=[_chances(one) for one in lesson.findings] if lesson else [],
        luck=_luck(lesson.luck) if lesson and lesson.luck else None,
    )


def _luck(luck: Sum) -> TotalLuck:
    return TotalLuck(luck.gain, luck.error, luck.is_clear, luck.is_even)


def _turn(one: TurningPoint) -> TurningPointResponse:
    return TurningPointResponse(one.step, one.round, one.before, one.after, list(one.sentences), one.reason)


def _chances(finding: Finding) -> Chances:
    luck = finding.luck
    return Chances(
        step=finding.step,
        chances=[per_cent(share) for share in finding.shares],
        error=min(100, per_cent(finding.error)),
        luck=per_cent(luck.gain) if luck else None,
        luck_error=per_cent(luck.error) if luck else None,
    )


def _answer(line: AnswerLine) -> AnalysedAnswer:
    return AnalysedAnswer(
        step=line.step,
        round=line.round,
        question=line.task,
        given=_advised(line.given),
        compared=[_advised(one) for one in line.compared],
        cost=line.cost,
        yours=line.mine,
        holder=line.holder,
    )


def _advised(one: Answer) -> AdvisedAnswer:
    return AdvisedAnswer(one.action, one.words, one.chance, one.error, one.share)
