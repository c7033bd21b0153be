"""What the teacher says of findings that are made by hand."""

from dataclasses import replace
from datetime import timedelta

import msgspec
import pytest
from django.template.loader import render_to_string
from django.test import Client

from accounts.models import User
from analysis.findings import Advice, Considered, Finding, Luck
from analysis.models import Analysis
from analysis.scale import as_chances, stretch_of
from analysis.selectors.costs import cost_of
from analysis.selectors.lessons import lesson_of
from engine.log import AnsweredBy
from foundation.vault import seal
from matches.models import Match
from matches.timeouts.timeouts import pass_deadlines
from matches.view.course import Moment, course_of
from matches.view.match_view import match_view
from piecepack_site.languages import OFFERED_LANGUAGES
from tests.analysis.test_teacher import finished
from tests.api.bots import caller
from tests.matches.tables import NOON, table_of
from tests.matches.test_rewinding import go_on as play_on
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db


EVEN = (1 / 3, 1 / 3, 1 / 3)


def choices(match: Match) -> list[Moment]:
    """Where the first seat had a choice."""
    return [moment for moment in course_of(match, 0) if len(moment.legal) > 1 and moment.by == "player"]


def compared(moment: Moment, best: float, given: float) -> Advice:
    """What was found of an answer and of a better one."""
    other = next(action for action in moment.legal if action != moment.answer)
    return Advice(
        (
            Considered(msgspec.to_builtins(other), best, 0.02, 1.0),
            Considered(msgspec.to_builtins(moment.answer), given, 0.02, 0.0),
        ),
        mine=1,
    )


def kept(match: Match, user: User, findings: list[Finding]) -> Analysis:
    return Analysis.objects.create(
        match=match, seat=0, head=match.head, user=user, asked_at=NOON, done_at=NOON, sealed=seal(findings)
    )


def test_what_it_says_in_words() -> None:
    """From findings by hand: one mistake, bad luck, and a turning point of each."""
    match, people = finished()
    moments = [moment for moment in course_of(match, 0) if len(moment.legal) > 1 and moment.by == "player"]
    at = {moment.step: moment for moment in moments}
    first = moments[0]

    given = Considered(msgspec.to_builtins(first.answer), 0.3, 0.02, 0.0)
    better = next(action for action in first.legal if action != first.answer)
    advice = Advice((Considered(msgspec.to_builtins(better), 0.5, 0.02, 1.0), given), mine=1)
    findings = []
    for step in range(match.step + 1):
        mine = 0.5 if step <= first.step else 0.3 if step < match.step else 0.0
        shares = (mine, 1 - mine, 0.0)
        luck = Luck(-0.3, 0.1) if step == match.step else None
        findings.append(
            Finding(step, shares, shares, 0.01, step == match.step, luck, advice if step == first.step else None)
        )
    assert first.step in at
    row = kept(match, people[0], findings)
    lesson = lesson_of(match, row, people[0].pk)
    [line] = lesson.mistakes
    assert (line.step, line.cost, line.given.chance, line.best.chance) == (first.step + 1, 20, 30, 50)
    assert [(turn.step, turn.before, turn.after, turn.reason) for turn in lesson.turns] == [
        (first.step + 1, 50, 30, "Mostly your own answer: sharp would have given another."),
        (match.step, 30, 0, "Mostly bad luck in what was drawn."),
    ]
    assert lesson.luck is not None
    assert (lesson.luck.gain, lesson.luck.is_clear) == (-30, True)
    reply = caller(people[0]).get(f"matches/{match.pk}/seats/0/analysis").json()
    assert reply["luck"] == {"gain": -30, "error": 10, "is_clear": True, "is_even": False}
    told = [entry for entry in match_view(match, 0, log_steps=None).log if not entry.part]
    log = {entry.step: (entry.round, list(entry.sentences)) for entry in told}
    assert [(one["round"], one["sentences"]) for one in reply["turning_points"]] == [
        log[turn.step] for turn in lesson.turns
    ]
    [answer] = reply["answers"]
    assert (answer["round"], answer["question"]) == (log[line.step][0], line.task)
    assert answer["cost"] == answer["compared"][0]["chance"] - answer["given"]["chance"] == 20
    assert {one["error"] for one in reply["chances"]} == {1}
    assert (reply["chances"][-1]["luck"], reply["chances"][-1]["luck_error"]) == (-30, 10)
    page = " ".join(client_of(people[0]).get(f"/table/{match.pk}/seat/0/analysis/").text.split())
    assert line.task in page
    assert "The other one gave away <strong>20 per cent</strong> of a win." in page
    assert "Bad luck: chance brought <strong>30 per cent</strong> of a win less" in page
    assert "this seat’s own answer" in Client().get(f"/table/{match.pk}/seat/0/analysis/").text
    assert row.pk == Analysis.objects.get().pk
    assert page.count("Play on from here") == 3
    Match.objects.filter(pk=match.pk).update(rules_version=0)
    for there in ("seat/0/analysis", "step/1"):
        assert "Play on from here" not in client_of(people[0]).get(f"/table/{match.pk}/{there}/").text


@pytest.mark.parametrize(
    ("luck", "reason"),
    [
        (None, "The others’ answers did it."),
        (Luck(-0.1, 0.2), "The others’ answers and what was drawn did it."),
        (Luck(-0.1, 0.02), "The others’ answers and what was drawn did it."),
        (Luck(-0.25, 0.02), "Mostly bad luck in what was drawn."),
    ],
)
def test_the_others_alone_did_what_they_did_without_draws(luck: Luck | None, reason: str) -> None:
    match, people = finished()
    before, after = (0.5, 0.25, 0.25), (0.2, 0.4, 0.4)
    findings = [Finding(0, before, before, 0.01), Finding(1, after, after, 0.01, luck=luck)]
    assert [turn.reason for turn in lesson_of(match, kept(match, people[0], findings), people[0].pk).turns] == [reason]


def test_a_change_over_several_steps_is_put_down_to_none_of_them() -> None:
    """What lies between could not be looked at, or was taken back."""
    match, people = finished()
    before, after = (0.8, 0.1, 0.1), (0.2, 0.4, 0.4)
    findings = [Finding(0, before, before, 0.01), Finding(1, (), (), 0.0), Finding(2, after, after, 0.01)]
    lesson = lesson_of(match, kept(match, people[0], findings), people[0].pk)
    assert (lesson.turns, lesson.failed, lesson.is_whole) == ((), 1, False)


def fall_in(match: Match, user: User, seat: int, step: int) -> str:
    """What is said of a step that cost a seat of two half of its chance."""
    before, after = (0.8, 0.2) if seat == 0 else (0.2, 0.8), (0.5, 0.5)
    findings = [Finding(step - 1, before, before, 0.01), Finding(step, after, after, 0.01)]
    row = Analysis.objects.create(
        match=match, seat=seat, head=match.head, user=user, asked_at=NOON, done_at=NOON, sealed=seal(findings)
    )
    readers = [match.seats.get(number=number).user_id for number in (seat, 1 - seat)]
    return " | ".join(lesson_of(match, row, reader).turns[0].reason for reader in readers)


def test_a_missed_turn_is_not_the_others_doing() -> None:
    match, people = table_of("ana", "ben", slug="concealed-draw", lives=1)
    match = play_on(match, people, steps=3)
    [seat] = match.seats.filter(awaited=True).values_list("number", flat=True)
    missed = match.next_step
    pass_deadlines(match_id=match.pk, now=NOON + timedelta(days=9))
    match = play_on(match, people)
    assert fall_in(match, people[0], seat, missed) == "The table answered for you. | The table answered for this seat."
    assert fall_in(match, people[0], 1 - seat, missed) == "The others’ answers did it. | The others’ answers did it."


TABLE, BOT = "The table answered for you.", "A bot answered for you."


@pytest.mark.parametrize(
    ("by", "asked", "drawn", "reason"),
    [
        ("default", (0, 1), False, f"{TABLE} The others answered too."),
        ("stand_in", (0,), False, BOT),
        ("stand_in", (0, 2), True, f"{BOT} The others answered too."),
        ("player", (0,), True, "What was drawn did it."),
        ("player", (0,), False, "There was only one answer to give."),
        ("player", (0, 1), False, "The others’ answers did it."),
        (None, (1,), True, "The others’ answers and what was drawn did it."),
    ],
)
def test_the_others_are_named_only_where_they_were_asked(
    by: AnsweredBy | None, asked: tuple[int, ...], drawn: bool, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, people = finished()
    moments = [replace(moment, by=by, asked=asked) for moment in course_of(match, 0)]
    monkeypatch.setattr("analysis.selectors.lessons.course_of", lambda *_: moments)
    before, after = (0.5, 0.25, 0.25), (0.2, 0.4, 0.4)
    luck = Luck(0.0, 0.1) if drawn else None
    findings = [Finding(0, before, before, 0.01), Finding(1, after, after, 0.01, luck=luck)]
    assert [turn.reason for turn in lesson_of(match, kept(match, people[0], findings), people[0].pk).turns] == [reason]


def test_a_rise_is_called_no_more_than_it_is_known_to_be() -> None:
    match, people = finished()
    moment = choices(match)[0]
    before, after = (0.3, 0.35, 0.35), (0.6, 0.2, 0.2)
    advice = compared(moment, 0.31, 0.3)
    findings = [
        Finding(moment.step, before, before, 0.01, advice=advice),
        Finding(moment.step + 1, after, after, 0.01),
    ]
    [turn] = lesson_of(match, kept(match, people[0], findings), people[0].pk).turns
    assert turn.reason == "It went well, and sharp found nothing clearly better."


LUCK = {
    "en-gb": ("Luck was about even: chance", "(± 6 per cent", "between 17 per cent of a win less and 57 per cent more"),
    "de": (
        "Das Glück war ausgeglichen: Der Zufall",
        "(± 6 Prozent",
        "17 Prozent eines Sieges weniger und 57 Prozent mehr",
    ),
    "fr": (
        "Chance équilibrée : le hasard",
        "(± 6 pour cent",
        "17 pour cent d’une victoire de moins et 57 pour cent de",
    ),
    "es": (
        "La suerte estuvo repartida: el azar",
        "(± 6 por ciento",
        "17 por ciento de victoria menos y un 57 por ciento",
    ),
}


@pytest.mark.usefixtures("unstretched")
@pytest.mark.parametrize("language", OFFERED_LANGUAGES)
def test_luck_is_even_only_if_it_is_known_to_be(language: str) -> None:
    match, people = finished()
    even, little, range_ = LUCK[language]
    found = {}
    for gain, error in ((0.02, 0.06), (0.2, 0.37)):
        Analysis.objects.all().delete()
        kept(match, people[0], [Finding(0, (0.4, 0.3, 0.3), (0.4, 0.3, 0.3), 0.01, luck=Luck(gain, error))])
        client = Client(headers={"Accept-Language": language})
        found[error] = " ".join(client.get(f"/table/{match.pk}/seat/0/analysis/").text.split())
    assert even in found[0.06] and little in found[0.06]
    assert even not in found[0.37] and range_ in found[0.37]
    assert range_ not in found[0.06]


@pytest.mark.parametrize(
    ("best", "given", "shown"),
    [(0.3393, 0.2718, (35, 21, 14)), (0.2, 0.1, (7, 0, 7)), (0.494, 0.4914, (65, 65, 0)), (0.9, 0.5, (100, 67, 33))],
)
def test_a_mistake_costs_what_the_figures_below_it_differ_by(
    best: float, given: float, shown: tuple[int, int, int]
) -> None:
    match, _ = finished()
    advice = compared(choices(match)[0], best, given)
    [finding] = as_chances([Finding(0, EVEN, EVEN, 0.01, advice=advice)], 2.0)
    assert finding.advice is not None
    figures = [round(100 * one.worth) for one in finding.advice.answers]
    assert (*figures, cost_of(finding.advice)) == shown


@pytest.mark.parametrize(
    ("difference", "error", "share", "cost"),
    [
        (0.06, 0.02, 0.0, 6),
        # Each may be off by so much that two standard errors of the difference are more than it.
        (0.06, 0.05, 0.0, 0),
        (0.025, 0.0, 0.0, 0),
        (0.03, 0.0, 0.0, 3),
        # *Sharp* itself gives it now and then, so that nobody can guess its answer.
        (0.06, 0.02, 0.1, 0),
        (-0.06, 0.02, 0.0, 0),
    ],
)
def test_a_mistake_is_what_is_clearly_worse_and_by_some_per_cent(
    difference: float, error: float, share: float, cost: int
) -> None:
    answers = Considered("best", 0.5, error, 1 - share), Considered("given", 0.5 - difference, error, share)
    assert cost_of(Advice(answers, mine=1)) == cost
    assert cost_of(Advice(answers, mine=0)) == 0
    assert cost_of(Advice(answers)) == 0


@pytest.mark.parametrize(("ends", "stretch"), [((0.9, 0.1), 2.0), ((0.6, 0.4), 1.0), ((0.56, 0.44), 0.6)])
def test_a_timid_judgement_is_stretched_to_how_matches_end(ends: tuple[float, ...], stretch: float) -> None:
    findings = [Finding(step, (0.6, 0.4), ends, 0.02) for step in range(200)]
    findings.append(Finding(200, (0.95, 0.05), (1.0, 0.0), 0.0, over=True))
    assert stretch_of(findings) == pytest.approx(stretch, rel=0.02)
    first, *_, last = as_chances(findings)
    assert first.shares == pytest.approx((0.5 + stretch / 10, 0.5 - stretch / 10), rel=0.01)
    assert first.error == pytest.approx(0.02 * stretch, rel=0.02)
    assert last.shares == (1.0, 0.0)


@pytest.mark.parametrize("judged", [(0.4, 0.6), (0.49, 0.51)])
def test_luck_is_stretched_as_the_chances_that_it_is_a_part_of(judged: tuple[float, ...]) -> None:
    luck, end = Luck(0.1, 0.05), (1.0, 0.0)
    findings = [Finding(step, judged, (0.2, 0.8), 0.02, luck=luck) for step in range(20)]
    first, *_, last = as_chances([*findings, Finding(20, end, end, 0.0, over=True, luck=Luck(0.5, 0.05))])
    stretch = stretch_of(findings)
    assert stretch > 1.1
    assert first.luck == Luck(stretch * 0.1, stretch * 0.05)
    # What came and what could have come are results there, and no estimates.
    assert (last.shares, last.luck) == (end, Luck(0.5, 0.05))


def test_a_match_that_tells_little_is_stretched_as_its_game_is() -> None:
    close = [Finding(0, (0.51, 0.49), (0.6, 0.4), 0.02)]
    assert stretch_of(close, 1.3) == pytest.approx(1.3, rel=0.02)
    assert stretch_of([], 1.3) == pytest.approx(1.3)


@pytest.mark.parametrize(("round_number", "words"), [(None, "Step 12"), (1, "Round 1, step 12")])
def test_a_place_names_its_step_as_a_round_may_have_many(round_number: int | None, words: str) -> None:
    place = {"slug": "bid", "round": round_number, "step": 12, "address": "/there/"}
    assert f'<a href="/there/">{words}</a>' in render_to_string("analysis/_place.html", place)
