"""The teacher: asked for after a match, worked out in parts, kept, and shown to all who may see the match."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client

from accounts.models import User
from accounts.security import limit_table
from analysis import thinking
from analysis.api.analyses import AnalysisResponse
from analysis.models import Analysis
from analysis.policy import ANALYSES_AN_HOUR
from analysis.selectors.lessons import lesson_of, work_of_lesson
from analysis.services import teaching
from analysis.services.claims import first_waiting
from analysis.services.sweep import sweep
from analysis.services.teaching import ask_analysis, findings_of, go_on
from engine.quick_chance import RandomChance
from foundation.errors import Refused
from games.bid.rules.actions import Reroll
from games.registry import GAMES
from matches.log.states import game_of, state_of
from matches.models import Match
from matches.play.answers import submit_answer
from matches.rounds.resolve import resolve_round
from matches.view.course import course_of
from tests.api.bots import caller, problem
from tests.matches.tables import NOON, answer_all, person, table_of
from tests.matches.test_rewinding import go_on as play_to_the_end
from tests.matches.test_rewinding import take_back
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(minutes=3)


def finished(slug: str = "bid") -> tuple[Match, list[User]]:
    match, people = table_of(*("ana", "ben", "cleo", "dora")[: max(3, GAMES[slug].players[0])], slug=slug)
    chance = RandomChance(1)
    while match.status == Match.Status.RUNNING:
        answer_all(match, people, chance)
        resolve_round(match_id=match.pk, now=NOON)
        match.refresh_from_db()
    return match, people


def analysed(match: Match, user: User, seat: int = 0) -> Analysis:
    row = ask_analysis(match=match, seat=seat, user=user, now=NOON)
    go_through(row)
    return Analysis.objects.get(pk=row.pk)


def words(client: Client, page: str) -> str:
    return " ".join(client.get(page).text.split())


def part(row: Analysis) -> bool:
    """Do the next part."""
    return go_on(analysis_id=row.pk, done=Analysis.objects.get(pk=row.pk).done, now=LATER)


def go_through(row: Analysis) -> None:
    while not part(row):
        assert Analysis.objects.filter(pk=row.pk).exists()


def test_a_player_asks_sees_how_far_it_is_and_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = finished()
    ana, page = client_of(people[0]), f"/table/{match.pk}/seat/0/analysis/"
    assert page in ana.get(f"/table/{match.pk}/").text
    assert "Analyse my answers" in ana.get(page).text
    assert ana.post(page)["Location"] == page
    assert "begins in a moment" in ana.get(page).text
    row = Analysis.objects.get()
    with monkeypatch.context() as patch:
        patch.setattr(teaching, "SLICE_SECONDS", 1e-9)
        assert not part(row)
    # What is asked for twice is done once.
    assert not go_on(analysis_id=row.pk, done=0, now=LATER)
    steps = match.step + 1
    assert f"1 of {steps} positions looked at" in words(ana, page)
    go_through(row)
    shown = ana.get(page).text
    assert all(words in shown for words in ("In short", "Who was ahead", "Turning points", 'class="chart"'))
    assert "Who was ahead" in Client().get(page).text
    assert "Who was ahead" in client_of(people[1]).get(page).text


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.exhaustive("whole matches of every game; one of Bid! is analysed by the tests above")
def test_every_position_and_answer_of_every_game_is_looked_at(slug: str) -> None:
    match, people = finished(slug)
    row = analysed(match, people[0])
    findings = findings_of(row)
    assert [one.step for one in findings] == list(range(match.step + 1))
    assert all(abs(sum(one.shares) - 1) < 1e-6 for one in findings)
    moments = list(course_of(match, 0))
    own = [moment.step for moment in moments if moment.by == "player" and len(moment.legal) > 1]
    assert own == [one.step for one in findings if one.advice and one.advice.mine >= 0]
    assert any(one.luck for one in findings)
    lesson = lesson_of(match, row, people[0].pk)
    assert len(lesson.answers) == len(own)
    assert client_of(people[0]).get(f"/table/{match.pk}/seat/0/analysis/").status_code == 200


def test_the_last_position_is_the_result() -> None:
    match, people = finished()
    last = findings_of(analysed(match, people[0]))[-1]
    winners = [seat.place == 1 for seat in match.seats.order_by("number")]
    assert [share > 0.5 for share in last.shares] == winners


def test_the_search_gets_what_the_seat_could_know_and_no_state(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = finished()
    sent: list[bytes] = []

    def look(work: object, task: bytes) -> bytes:
        sent.append(task)
        return thinking.look(task)

    monkeypatch.setattr(thinking.TEACHER, "run", look)
    analysed(match, people[0])

    seen = [bytes(msgspec.json.decode(task, type=thinking.Task).here.seen) for task in sent]
    assert seen == [msgspec.json.encode(moment.position.seen) for moment in course_of(match, 0)]


def test_what_is_not_finished_is_refused() -> None:
    match, people = table_of("ana", "ben", "cleo")
    with pytest.raises(Refused, match="only once it is finished"):
        ask_analysis(match=match, seat=0, user=people[0], now=NOON)
    with pytest.raises(Refused, match="not finished"):
        list(course_of(match, 0))


@pytest.mark.parametrize("name", ["ana", "eve"])
def test_while_a_match_runs_nobody_gets_help_from_outside(name: str) -> None:
    """Neither those who play nor those who watch, though it counts for nothing and everyone may see it."""
    match, people = table_of("ana", "ben", "cleo", rated=False)
    answer_all(match, people, RandomChance(1))
    resolve_round(match_id=match.pk, now=NOON)
    user = person(name)
    page, path = f"/table/{match.pk}/seat/0/analysis/", f"matches/{match.pk}/seats/0/analysis"
    sentence = "A match is analysed only once it is finished, so that nobody has help from outside while it runs."
    for reply in (client_of(user).get(page), client_of(user).post(page), Client().get(page)):
        assert reply.status_code == 403
        assert sentence in reply.text
    for reply in (caller(user).get(path), caller(user).post(path)):
        problem(reply, 403, "match_not_finished")
        assert sentence in reply.text
    assert "analysis" not in client_of(user).get(f"/table/{match.pk}/").text
    assert not Analysis.objects.exists()


def test_a_seat_that_is_not_there_and_a_match_that_one_may_not_see() -> None:
    match, people = finished()
    ana, eve = client_of(people[0]), client_of(User.objects.create_user(username="eve"))
    assert "There is no such seat" in ana.get(f"/table/{match.pk}/seat/3/analysis/").text
    Match.objects.filter(pk=match.pk).update(private=True)
    assert eve.get(f"/table/{match.pk}/seat/0/analysis/").status_code == 404
    assert eve.post(f"/table/{match.pk}/seat/0/analysis/").status_code == 404
    assert ana.post(f"/table/{match.pk}/seat/0/analysis/").status_code == 302


def test_only_so_many_within_an_hour() -> None:
    match, people = finished()
    for number in range(ANALYSES_AN_HOUR):
        Analysis.objects.create(match=match, seat=0, head=str(number), user=people[0], asked_at=NOON)
    with pytest.raises(Refused, match=r"within an hour\. Ask again in 1 hour"):
        ask_analysis(match=match, seat=0, user=people[0], now=NOON)
    asked = ask_analysis(match=match, seat=0, user=people[1], now=NOON)
    # One that is there costs nothing.
    assert ask_analysis(match=match, seat=0, user=people[0], now=NOON) == asked


def test_a_match_that_was_taken_back_loses_its_analysis() -> None:
    match, people = finished()
    done = analysed(match, people[1], seat=1)
    row = ask_analysis(match=match, seat=0, user=people[0], now=NOON)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.RUNNING, head="ab")
    assert not part(row)
    assert not Analysis.objects.filter(pk=row.pk).exists()
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    # It ended again: what was asked for before is about another course.
    row = Analysis.objects.create(match=match, seat=2, head=match.head, user=people[0], asked_at=NOON)
    assert not part(row)
    assert not Analysis.objects.filter(pk=row.pk).exists()
    page = Client().get(f"/table/{match.pk}/seat/{done.seat}/analysis/").text
    assert "Turning points" not in page


def test_answers_that_were_taken_back_are_not_judged() -> None:
    match, people = finished()
    take_back(match, 3)
    match = play_to_the_end(match, people, seed=9)
    moments = {moment.step: moment for moment in course_of(match, 0)}
    [[first, last]] = match.taken_back
    assert first == 4
    assert moments.keys() == set(range(match.step + 1)) - set(range(first, last + 1))
    assert (moments[3].answer, moments[3].legal, moments[3].by) == (None, (), None)
    assert {moment.by for moment in moments.values() if moment.answer} == {"player"}
    steps = [line.step for line in lesson_of(match, analysed(match, people[0]), people[0].pk).answers]
    assert last + 2 in steps
    assert not set(steps) & {*range(first, last + 2)}


def test_an_answer_that_came_to_nothing_is_not_judged() -> None:
    """The log has another one in its place, which the player did not give."""
    match, people = table_of("ana", "ben", "cleo", slug="bid")
    reroll = next(one for one in game_of(match).legal_actions(state_of(match), 0) if isinstance(one, Reroll))
    for user in people:
        submit_answer(
            match_id=match.pk,
            user_id=user.pk,
            step=match.next_step,
            actions=[msgspec.to_builtins(reroll)],
            now=NOON,
        )
    resolve_round(match_id=match.pk, now=NOON)
    match = play_to_the_end(match, people, seed=1)
    first = [next(course_of(match, seat)) for seat in range(3)]
    assert sorted(str(moment.answer) for moment in first) == ["None", "None", str(reroll)]
    assert all(moment.by == ("player" if moment.answer else None) for moment in first)
    seat = next(seat for seat, moment in enumerate(first) if not moment.answer)
    steps = [line.step for line in lesson_of(match, analysed(match, people[seat], seat), people[seat].pk).answers]
    assert steps and 1 not in steps


def test_one_after_the_other_and_none_holds_up_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = finished()
    first = ask_analysis(match=match, seat=0, user=people[0], now=NOON)
    second = ask_analysis(match=match, seat=1, user=people[1], now=NOON + timedelta(seconds=1))
    assert not part(second)
    with monkeypatch.context() as patch:
        patch.setattr(teaching, "course_of", lambda *_: 1 / 0)
        assert not part(first)
    assert Analysis.objects.get(pk=first.pk).is_failed
    assert sweep(now=LATER) == 1
    go_through(second)


def test_nobody_waits_for_all_that_somebody_else_asked_before() -> None:
    match, people = finished()
    mine = [
        Analysis.objects.create(match=match, seat=0, head=str(number), user=people[0], asked_at=NOON, done_at=done)
        for number, done in enumerate((NOON, None, None))
    ]
    theirs = ask_analysis(match=match, seat=1, user=people[1], now=LATER)
    assert first_waiting() == theirs
    assert not part(mine[1])
    go_through(theirs)
    assert first_waiting() == mine[1]


def test_the_sweep_goes_on_with_what_got_lost() -> None:
    match, people = finished()
    row = ask_analysis(match=match, seat=0, user=people[0], now=NOON)
    assert sweep(now=NOON) == 1
    Analysis.objects.filter(pk=row.pk).update(claimed_at=NOON)
    assert sweep(now=NOON) == 0
    assert sweep(now=LATER) == 1


def test_a_lesson_counts_as_a_whole_log_does_and_progress_as_nothing(settings: Any) -> None:
    match, people = finished()
    page, path = f"/table/{match.pk}/seat/0/analysis/", f"matches/{match.pk}/seats/0/analysis"
    settings.COSTLY_PER_MINUTE = 6
    row = ask_analysis(match=match, seat=0, user=people[0], now=NOON)
    ana, program, visitor = client_of(people[0]), caller(people[0]), Client()
    assert {ana.get(page).status_code for _ in range(7)} == {program.get(path).status_code for _ in range(7)} == {200}
    go_through(row)
    Match.objects.filter(pk=match.pk).update(step=200)
    assert [ana.get(page).status_code for _ in range(3)] == [200, 200, 429]
    assert [ask(path).status_code for ask in (program.get, program.post)] == [429, 429]
    assert [visitor.get(page).status_code for _ in range(3)] == [200, 200, 429]
    Match.objects.filter(pk=match.pk).update(step=1_000_000)
    assert work_of_lesson(Match.objects.get()) < limit_table.COSTLY_PER_MINUTE


def test_programs_ask_and_read_too() -> None:
    match, people = finished()
    ana, path = caller(people[0]), f"matches/{match.pk}/seats/0/analysis"
    problem(ana.get(path), 404, "not_found")
    asked = ana.post(path).json()
    assert (asked["done"], asked["answers"]) == (False, [])
    go_through(Analysis.objects.get())
    reply = ana.get(path).json()
    assert reply["done"]
    assert reply["positions_done"] == reply["positions"] == len(reply["chances"]) == match.step + 1
    assert all(answer["given"] in answer["compared"] for answer in reply["answers"])
    assert msgspec.to_builtins(msgspec.convert(reply, AnalysisResponse)) == reply
    kinds = Client().get("/api/v1/schema").json()["components"]["schemas"]
    shown = {"AnalysisResponse": reply, "AnalysedAnswer": reply["answers"][0], "Chances": reply["chances"][0]}
    assert all(kinds[name]["properties"].keys() == of.keys() for name, of in shown.items())
    assert kinds["TotalLuck"]["properties"].keys() == reply["luck"].keys()
    problem(ana.get(f"matches/{match.pk}/seats/9/analysis"), 400, "no_such_seat")
