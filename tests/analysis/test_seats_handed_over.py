"""A seat that went to another player: its answers are those of who gave them."""

import re
from datetime import timedelta

import msgspec
import pytest
from django.test import Client

from accounts.models import User
from analysis.findings import Advice, Considered, Finding
from analysis.policy import TRIES
from analysis.selectors.lessons import lesson_of
from engine.quick_chance import RandomChance
from matches.lobby.substitutes import offer_seat, take_over_seat
from matches.log.states import game_of, state_of
from matches.models import Activity, Match
from matches.play.answers import submit_answer
from matches.rounds.resolve import resolve_round
from matches.timeouts.stand_ins import begin_stand_in, take_back_seat
from matches.view.course import Moment, course_of
from matches.view.holders import holders_of
from tests.analysis.test_lessons import kept
from tests.api.bots import caller
from tests.matches.tables import NOON, answer_all, person, table_of
from tests.matches.test_rewinding import go_on
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db


def hand_over(match: Match, people: list[User], name: str) -> list[User]:
    """Give the first seat to somebody else, and return who holds which seat then."""
    hour = timedelta(hours=Activity.objects.filter(kind="substituted").count())
    offer_seat(match_id=match.pk, user_id=people[0].pk, number=0, wanted=True, now=NOON + hour)
    take_over_seat(match_id=match.pk, user=person(name), number=0, token="", now=NOON + hour)
    return [person(name), *people[1:]]


def seal(match: Match, user: User, which: int = 0) -> None:
    action = msgspec.to_builtins(game_of(match).legal_actions(state_of(match), 0)[which])
    submit_answer(match_id=match.pk, user_id=user.pk, step=match.next_step, actions=[action], now=NOON)


def next_round(match: Match, people: list[User], sealed: tuple[int, ...] = ()) -> Match:
    """Let all others answer too."""
    asked = [seat for seat in game_of(match).current_players(state_of(match)) if seat not in sealed]
    answer_all(match, people, RandomChance(1), asked=asked)
    resolve_round(match_id=match.pk, now=NOON)
    return Match.objects.get(pk=match.pk)


def handed_over() -> tuple[Match, list[User]]:
    """A match whose first seat Ana gave to Dora with an answer sealed, and Dora to Emil, who changed hers."""
    match, people = table_of("ana", "ben", "cleo", rated=False)
    match = next_round(match, people)
    seal(match, people[0])
    people = hand_over(match, people, "dora")
    match = next_round(match, people, sealed=(0,))
    seal(match, people[0])
    people = hand_over(match, people, "emil")
    seal(match, people[0])
    match = next_round(match, people, sealed=(0,))
    return go_on(match, people), people


def choices(match: Match) -> list[Moment]:
    return [moment for moment in course_of(match, 0) if moment.is_choice]


def poor_answers(match: Match) -> list[Finding]:
    """What the search found, by hand: each answer of the seat gave something away, and each cost much of its chance."""
    findings, own = [], {moment.step: moment for moment in choices(match)}
    for step in range(match.step + 1):
        share = 0.9 if step % 2 == 0 else 0.3
        advice = None
        if moment := own.get(step):
            other = next(action for action in moment.legal if action != moment.answer)
            given = Considered(msgspec.to_builtins(moment.answer), 0.2, 0.01, 0.0)
            advice = Advice((Considered(msgspec.to_builtins(other), 0.5, 0.01, 1.0), given), mine=1)
        shares = (share, 1 - share, 0.0)
        findings.append(Finding(step, shares, shares, 0.01, step == match.step, None, advice))
    return findings


def test_an_answer_is_that_of_who_sealed_it_last() -> None:
    match, _ = handed_over()
    by_step = {moment.step + 1: moment.holder for moment in course_of(match, 0) if moment.answer is not None}
    assert [by_step[step] for step in (1, 2, 3)] == [0, 0, 2]
    assert {holder for step, holder in by_step.items() if step > 3} == {2}
    holders = holders_of(match, 0)
    readers = [None, *(person(name).pk for name in ("ana", "dora", "emil", "ben", "eve"))]
    assert [holders.number_of(reader) for reader in readers] == [None, 0, 1, 2, None, None]


def test_an_answer_sealed_before_a_seat_is_handed_over_twice_stays_that_of_the_first() -> None:
    match, people = table_of("ana", "ben", "cleo", rated=False)
    seal(match, people[0])
    people = hand_over(match, hand_over(match, people, "dora"), "emil")
    match = next_round(match, people, sealed=(0,))
    assert next(course_of(go_on(match, people), 0)).holder == 0


def test_a_reader_s_own_answers_alone_are_theirs_and_counted() -> None:
    match, people = handed_over()
    row = kept(match, people[0], poor_answers(match))
    ana, emil = person("ana"), person("emil")
    steps = {name: [line.step for line in lesson_of(match, row, person(name).pk).answers] for name in ("ana", "emil")}
    whole = [moment.step + 1 for moment in choices(match)]
    assert steps["ana"] == [step for step in whole if step < 3]
    assert steps["emil"] == [step for step in whole if step >= 3]
    for user in (ana, emil):
        lesson = lesson_of(match, row, user.pk)
        assert len(lesson.mistakes) == len(lesson.answers) == len(whole) - len(lesson.by_others)
    page = f"/table/{match.pk}/seat/0/analysis/"
    shown = {user: " ".join(client_of(user).get(page).text.split()) for user in (ana, emil)}
    counts = {ana: len(steps["ana"]), emil: len(steps["emil"])}
    words = {ana: "Your substitute chose <strong>", emil: "The player before you chose <strong>"}
    for user, other in ((ana, emil), (emil, ana)):
        assert "Your match, reviewed" in shown[user]
        assert shown[user].count("You chose <strong>") == counts[user]
        assert shown[user].count(words[user]) == counts[other]
        assert words[other] not in shown[user]
        assert f"For 0 of {counts[user]} answers" in shown[user]
    for reader in (Client(), client_of(people[1])):
        text = " ".join(reader.get(page).text.split())
        assert text.count("emil chose <strong>") == counts[emil]
        assert text.count("An earlier player of this seat chose <strong>") == counts[ana]
        assert not re.search(r"\b(You chose|Your substitute|before you|[Aa]na|[Dd]ora)\b", text)
    reply = caller(ana).get(f"matches/{match.pk}/seats/0/analysis").json()
    assert [(one["step"], one["yours"], one["holder"]) for one in reply["answers"]] == [
        (step, step < 3, 0 if step < 3 else 2) for step in whole
    ]


def test_turning_points_and_what_failed_are_theirs_too() -> None:
    match, people = handed_over()
    findings = poor_answers(match)
    row = kept(match, people[0], findings[:2])
    reasons = {}
    for name in ("ana", "emil", "ben"):
        [turn] = lesson_of(match, row, person(name).pk).turns
        reasons[name] = (turn.mine, turn.reason)
    theirs = "this seat’s own answer: sharp would have given another."
    assert reasons == {
        "ana": (True, "In part your own answer: sharp would have given another."),
        "emil": (False, f"In part {theirs} The player before you answered."),
        "ben": (False, f"In part {theirs} An earlier player of this seat answered."),
    }
    row.delete()
    failed = [Finding(one.step, (), (), 0.0, tries=TRIES) if one.advice else one for one in findings]
    row = kept(match, people[0], failed)
    lessons = [lesson_of(match, row, person(name).pk) for name in ("ana", "emil")]
    assert lessons[0].failed == lessons[1].failed_of_others == sum(one.holder == 0 for one in choices(match))
    assert lessons[1].failed == lessons[0].failed_of_others == sum(one.holder == 2 for one in choices(match))


def test_answers_of_a_bot_that_stands_in_are_nobody_s() -> None:
    match, people = table_of("ana", "ben", "cleo", rated=False)
    begin_stand_in(match=match, seat=match.seats.get(number=0), now=NOON)
    action = msgspec.to_builtins(game_of(match).legal_actions(state_of(match), 0)[0])
    submit_answer(match_id=match.pk, user_id=people[0].pk, step=1, actions=[action], now=NOON, by="stand_in")
    match = next_round(match, people, sealed=(0,))
    take_back_seat(match_id=match.pk, user_id=people[0].pk, now=NOON)
    match = go_on(match, people)
    findings = poor_answers(match)
    assert findings[0].advice is None
    lesson = lesson_of(match, kept(match, people[0], findings[:2]), people[0].pk)
    assert ([line.step for line in lesson.answers], lesson.by_others) == ([2], ())
    assert lesson.turns[0].reason == "A bot answered for you. The others answered too."
