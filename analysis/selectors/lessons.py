"""What the teacher says of a match: the answers, the luck, the turning points and the chances by step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, sqrt
from typing import Literal

from django.utils.translation import gettext

from analysis.findings import Advice, Finding
from analysis.models import Analysis
from analysis.scale import as_chances
from analysis.selectors.costs import cost_of
from analysis.selectors.hints import Answer, answer_in_words, per_cent
from analysis.services.teaching import findings_of
from engine import Player
from engine.names import ReaderNames
from engine.view import MatchView
from games.levels import hooks_of
from matches.log.states import game_of
from matches.models import Match
from matches.view.course import Moment, course_of
from matches.view.holders import holders_of
from matches.view.match_view import match_view, names_for, seat_name, seat_of
from matches.web.pictures.chart import Chart, draw_chart, slopes

MOST_TURNS, MOST_MISTAKES = 3, 5
LEAST_TURN, DOUBT = 0.05, 1.5
"""Smaller changes of the chance to win are no turning points, nor those that may be errors: there are many steps."""
TICKS = [0, 25, 50, 75, 100]
ROUGH = 10
"""The per cent of a win above which luck that is not clear may as well have been good or bad."""
MOST_COUNTED = 5000
"""Of a longer match no more steps are counted, so that everyone may read its lesson."""
CLEAR = 0.6
"""The share of a turning point that one reason must have to be named as the main one."""


Giver = Literal["own", "before", "after"]
"""Who gave an answer: whom the lesson speaks of, or somebody who held the seat before or after them."""


@dataclass(frozen=True)
class Spoken:
    """Whom a lesson speaks of: the reader, if they held the seat, otherwise who held it last."""

    seat: Player
    holder: int
    is_reader: bool

    def giver(self, moment: Moment) -> Giver:
        """Return who answered for the seat, or would have."""
        if moment.holder == self.holder:
            return "own"
        return "before" if moment.holder < self.holder else "after"

    def is_mine(self, moment: Moment) -> bool:
        """True if the reader held the seat."""
        return self.is_reader and moment.holder == self.holder


@dataclass(frozen=True)
class AnswerLine:
    """One answer of the seat."""

    step: int
    round: int | None
    task: str
    """What was asked."""
    given: Answer
    best: Answer
    compared: tuple[Answer, ...]
    """All that was compared: the answers that *sharp* would give first, and the one given."""
    cost: int
    """What it gave away, in per cent of a win: see `analysis.selectors.costs`."""
    giver: Giver
    mine: bool
    """True if the reader gave it."""
    holder: int
    """The number of the seat's holder who gave it, 0 for the first."""

    @property
    def before_step(self) -> int:
        """The step after which it was asked for."""
        return self.step - 1


@dataclass(frozen=True)
class TurningPoint:
    """A step that changed much for the seat."""

    step: int
    round: int | None
    before: int
    after: int
    sentences: tuple[str, ...]
    reason: str
    mine: bool
    """True if the reader held the seat."""

    @property
    def before_step(self) -> int:
        """The step before it, from where one can play on."""
        return self.step - 1


@dataclass(frozen=True)
class Sum:
    """Per cent of a win that came together, and how far that may be off."""

    gain: int
    error: int

    @property
    def size(self) -> int:
        """Without its sign."""
        return abs(self.gain)

    @property
    def is_clear(self) -> bool:
        """True if it is more than the estimates may be off."""
        return self.size > self.error

    @property
    def is_even(self) -> bool:
        """True if it is known to be near nothing, and not just unknown."""
        return not self.is_clear and self.error <= ROUGH

    @property
    def least(self) -> int:
        """How much less than nothing it may be, where it is not clear."""
        return self.error - self.gain

    @property
    def most(self) -> int:
        """How much more than nothing it may be, where it is not clear."""
        return self.error + self.gain


@dataclass(frozen=True)
class Lesson:
    """The teacher's page of one seat."""

    player: Player
    name: str
    mine: bool
    answers: tuple[AnswerLine, ...]
    by_others: tuple[AnswerLine, ...]
    """The answers that others gave who held the seat before or after; no sum counts them."""
    turns: tuple[TurningPoint, ...]
    luck: Sum | None
    """None if the game drew nothing from chance."""
    chart: Chart | None
    findings: tuple[Finding, ...]
    failed: int
    """How many answers could not be looked at."""
    failed_of_others: int
    is_whole: bool
    """True if every position could be looked at."""

    @property
    def all_answers(self) -> list[AnswerLine]:
        """The answers of all who held the seat, in order."""
        return sorted((*self.answers, *self.by_others), key=lambda line: line.step)

    @property
    def mean_cost(self) -> int:
        """What a mistake gave away on average, in per cent of a win."""
        return round(sum(line.cost for line in self.mistakes) / len(self.mistakes))

    @property
    def as_sharp(self) -> int:
        """How many answers gave nothing away."""
        return sum(not line.cost for line in self.answers)

    @property
    def mistakes(self) -> tuple[AnswerLine, ...]:
        """The answers that gave something away, the dearest first."""
        return tuple(sorted((line for line in self.answers if line.cost), key=lambda line: -line.cost))

    @property
    def dearest(self) -> tuple[AnswerLine, ...]:
        """The mistakes to look at first."""
        return self.mistakes[:MOST_MISTAKES]

    @property
    def smaller(self) -> tuple[AnswerLine, ...]:
        """The other mistakes."""
        return self.mistakes[MOST_MISTAKES:]

    @property
    def others(self) -> tuple[AnswerLine, ...]:
        """The answers that gave nothing away."""
        return tuple(line for line in self.answers if not line.cost)


def analysis_of(match: Match, seat: Player) -> Analysis | None:
    """Return the analysis of a seat, if somebody asked for it and the match is still as it was."""
    if match.status != Match.Status.FINISHED:
        return None
    return Analysis.objects.filter(match=match, seat=seat, head=match.head).first()


def work_of_lesson(match: Match) -> int:
    """Return how many costly requests a lesson counts as: it plays the whole match again."""
    return 1 + min(match.step, MOST_COUNTED) // 100


def lesson_of(match: Match, row: Analysis, user_id: int | None) -> Lesson:
    """Return what the teacher says to a user. They see the names and the log as they may everywhere."""
    reader, spoken = seat_of(match, user_id), spoken_of(match, row.seat, user_id)
    found = findings_of(row)
    findings = as_chances([one for one in found if one.shares], hooks_of(game_of(match)).stretch)
    moments = {moment.step: moment for moment in course_of(match, row.seat)}
    failed = [moments[one.step] for one in found if not one.shares]
    failed_own = sum(one.is_choice and spoken.giver(one) == "own" for one in failed)
    view = match_view(match, reader, log_steps=None)
    rounds = {entry.step: entry.round for entry in view.log if not entry.part}
    names = names_for(match, reader)
    lines = [_line(match, spoken, one, moments[one.step], rounds, names) for one in findings if _is_answer(one)]
    return Lesson(
        player=row.seat,
        name=seat_name(match.seats.select_related("user", "match").get(number=row.seat)),
        mine=spoken.is_reader,
        answers=tuple(line for line in lines if line.giver == "own"),
        by_others=tuple(line for line in lines if line.giver != "own"),
        turns=tuple(_turns(findings, spoken, view, moments)),
        luck=_luck(findings),
        chart=_chart(findings),
        findings=tuple(findings),
        failed=failed_own,
        failed_of_others=sum(one.is_choice for one in failed) - failed_own,
        is_whole=not failed,
    )


def spoken_of(match: Match, seat: Player, user_id: int | None) -> Spoken:
    """Return whom the analysis of a seat speaks of when this user reads it."""
    holders = holders_of(match, seat)
    mine = holders.number_of(user_id)
    return Spoken(seat, holders.last if mine is None else mine, mine is not None)


def _is_answer(finding: Finding) -> bool:
    return finding.advice is not None and finding.advice.mine >= 0


def _line(
    match: Match, spoken: Spoken, finding: Finding, moment: Moment, rounds: dict[int, int | None], names: ReaderNames
) -> AnswerLine:
    advice = finding.advice or Advice(())
    answers = [answer_in_words(match.game, one, moment.position.seen, names) for one in advice.answers]
    step = finding.step + 1
    return AnswerLine(
        step=step,
        round=rounds.get(step),
        task=game_of(match).wording.task(moment.position.seen, spoken.seat),
        given=answers[advice.mine],
        best=answers[0],
        compared=tuple(answers),
        cost=cost_of(advice),
        giver=spoken.giver(moment),
        mine=spoken.is_mine(moment),
        holder=moment.holder,
    )


def _luck(findings: Sequence[Finding]) -> Sum | None:
    found = [one.luck for one in findings if one.luck]
    if not found:
        return None
    return Sum(per_cent(sum(one.gain for one in found)), per_cent(sqrt(sum(one.error**2 for one in found))))


def _turns(
    findings: Sequence[Finding], spoken: Spoken, view: MatchView, moments: Mapping[int, Moment]
) -> list[TurningPoint]:
    seat = spoken.seat
    pairs = [(before, after) for before, after in pairwise(findings) if _is_turn(before, after, seat)]
    pairs.sort(key=lambda pair: -abs(pair[1].shares[seat] - pair[0].shares[seat]))
    log = {entry.step: entry for entry in view.log if not entry.part}
    return [
        TurningPoint(
            step=after.step,
            round=log[after.step].round,
            before=per_cent(before.shares[seat]),
            after=per_cent(after.shares[seat]),
            sentences=log[after.step].sentences,
            reason=_reason(before, after, moments[before.step], spoken),
            mine=spoken.is_mine(moments[before.step]),
        )
        for before, after in sorted(pairs[:MOST_TURNS], key=lambda pair: pair[1].step)
    ]


def _is_turn(before: Finding, after: Finding, seat: Player) -> bool:
    """True if one step led from one position to the other and changed much; others may be left out between them."""
    change = abs(after.shares[seat] - before.shares[seat])
    return after.step == before.step + 1 and change >= max(LEAST_TURN, DOUBT * hypot(before.error, after.error))


def _reason(before: Finding, after: Finding, moment: Moment, spoken: Spoken) -> str:
    """Say what most of a turning point is made of: the seat's own answer, chance, or what the others did."""
    change = after.shares[spoken.seat] - before.shares[spoken.seat]
    luck = after.luck.gain if after.luck and after.luck.counts else 0.0
    if luck * change > 0 and abs(luck) >= CLEAR * abs(change):
        good, bad = gettext("Mostly good luck in what was drawn."), gettext("Mostly bad luck in what was drawn.")
        return good if change > 0 else bad
    if not _is_answer(before):
        return _without_choice(moment, spoken, drawn=after.luck is not None)
    said = _of_answer(change, cost_of(before.advice) / 100, mine=spoken.is_mine(moment))
    giver = spoken.giver(moment)
    return said if giver == "own" else f"{said} {_answered_by(giver, mine=spoken.is_reader)}"


def _of_answer(change: float, cost: float, *, mine: bool) -> str:
    if not cost:
        return (
            _no_mistake(mine=mine) if change < 0 else gettext("It went well, and sharp found nothing clearly better.")
        )
    if change > 0:
        return gettext("It went well, though sharp would have answered otherwise.")
    return _own_answer(mine=mine, mostly=cost >= CLEAR * -change)


def _answered_by(giver: Giver, *, mine: bool) -> str:
    """Say who else held the seat then."""
    if not mine:
        return gettext("An earlier player of this seat answered.")
    return gettext("The player before you answered.") if giver == "before" else gettext("Your substitute answered.")


def _without_choice(moment: Moment, spoken: Spoken, *, drawn: bool) -> str:
    """Say what did it where the seat's player chose nothing."""
    others = any(one != spoken.seat for one in moment.asked)
    if moment.by in ("default", "stand_in"):
        answered = _answered_for(mine=spoken.is_mine(moment), by_bot=moment.by == "stand_in")
        return f"{answered} {gettext('The others answered too.')}" if others else answered
    if others:
        alone = gettext("The others’ answers did it.")
        return gettext("The others’ answers and what was drawn did it.") if drawn else alone
    return gettext("What was drawn did it.") if drawn else gettext("There was only one answer to give.")


def _answered_for(*, mine: bool, by_bot: bool) -> str:
    if by_bot:
        return gettext("A bot answered for you.") if mine else gettext("A bot answered for this seat.")
    return gettext("The table answered for you.") if mine else gettext("The table answered for this seat.")


def _no_mistake(*, mine: bool) -> str:
    if mine:
        return gettext("No mistake: sharp found nothing clearly better for you.")
    return gettext("No mistake: sharp found nothing clearly better for this player.")


def _own_answer(*, mine: bool, mostly: bool) -> str:
    if mine and mostly:
        return gettext("Mostly your own answer: sharp would have given another.")
    if mine:
        return gettext("In part your own answer: sharp would have given another.")
    if mostly:
        return gettext("Mostly this seat’s own answer: sharp would have given another.")
    return gettext("In part this seat’s own answer: sharp would have given another.")


def _chart(findings: Sequence[Finding]) -> Chart | None:
    if len(findings) < 2:
        return None
    course = [tuple(map(per_cent, one.shares)) for one in findings]
    return draw_chart(gettext("chance to win, in per cent,"), course, TICKS, slopes)
