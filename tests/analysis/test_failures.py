"""What cannot be looked at is tried again, then left out with a word, and holds up nothing else."""

from collections import Counter
from datetime import timedelta

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from analysis import thinking
from analysis.models import Analysis
from analysis.policy import AGAIN_AFTER, LEASE_SECONDS, PARTS_LOST, RETRIES, TRIES
from analysis.selectors.lessons import lesson_of
from analysis.services import teaching
from analysis.services.claims import first_waiting
from analysis.services.sweep import sweep
from analysis.services.teaching import ask_analysis, findings_of, go_on
from foundation.niced import Closed, NicedProcess
from matches.view.course import Way, course_of
from tests.analysis.test_teacher import LATER, analysed, finished, go_through, part, words
from tests.api.bots import caller
from tests.matches.tables import NOON
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db


class Failing:
    """A search that fails for some positions, so many times each."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, steps: set[int], times: int = 1000) -> None:
        self.steps, self.times, self.tried = steps, times, Counter[int]()
        monkeypatch.setattr(thinking.TEACHER, "run", self._look)

    def _look(self, work: object, task: bytes) -> bytes:
        step = msgspec.json.decode(task, type=thinking.Task).step
        self.tried[step] += 1
        if step in self.steps and self.tried[step] <= self.times:
            raise TimeoutError
        return thinking.look(task)


def test_a_position_that_failed_is_looked_at_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = finished()
    failing = Failing(monkeypatch, {2, match.step}, times=TRIES - 1)
    monkeypatch.setattr(teaching, "SLICE_SECONDS", 1000)
    row = ask_analysis(match=match, seat=0, user=people[0], now=NOON)
    assert not part(row)
    row.refresh_from_db()
    assert (row.done, row.of, row.done_at) == (match.step - 1, match.step + 1, None)
    assert failing.tried == Counter(range(match.step + 1)), "all others go first"
    go_through(row)
    findings = findings_of(Analysis.objects.get())
    assert [one.step for one in findings] == list(range(match.step + 1))
    assert all(one.shares for one in findings)


def test_a_position_that_fails_again_and_again_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = finished()
    own = [moment.step for moment in course_of(match, 0) if moment.is_choice]
    failing = Failing(monkeypatch, {own[1], match.step})
    failed: list[str] = []
    monkeypatch.setattr("matches.signals.bot_failed.send", lambda *, sender, brain: failed.append(brain))
    row = analysed(match, people[0])
    assert failed == ["sharp"] * 2 * TRIES, "they count in the operator's figures"
    assert row.done == row.of == match.step + 1
    assert failing.tried[own[1]] == failing.tried[match.step] == TRIES
    lesson = lesson_of(match, row, people[0].pk)
    assert (len(lesson.answers), lesson.failed) == (len(own) - 1, 1)
    page = f"/table/{match.pk}/seat/0/analysis/"
    assert "1 of your answers could not be looked at." in words(client_of(people[0]), page)
    assert "1 of the answers could not be looked at." in words(Client(), page)
    assert caller(people[0]).get(f"matches/{match.pk}/seats/0/analysis").json()["answers_failed"] == 1


def test_if_nothing_could_be_looked_at_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = finished()
    own = [moment for moment in course_of(match, 0) if moment.is_choice]
    failing = Failing(monkeypatch, set(range(match.step + 1)))
    analysed(match, people[0])
    assert failing.tried.total() == match.step + 1 + RETRIES
    page = words(client_of(people[0]), f"/table/{match.pk}/seat/0/analysis/")
    assert f"{len(own)} of your answers could not be looked at." in page
    assert "no choice" not in page
    assert "No single step" not in page


def test_a_look_cut_off_by_the_end_of_the_site_is_taken_again_after_its_next_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, people = finished()
    row = ask_analysis(match=match, seat=0, user=people[0], now=NOON)
    with monkeypatch.context() as patch:
        ended = NicedProcess(thinking.PATIENCE)
        ended.close_for_good()
        patch.setattr(teaching, "TEACHER", ended)
        with pytest.raises(Closed):
            part(row)
    row.refresh_from_db()
    assert (findings_of(row), row.done, row.done_at) == ([], 0, None)
    later = LATER + timedelta(seconds=LEASE_SECONDS)
    assert sweep(now=later) == 1
    assert go_on(analysis_id=row.pk, done=0, now=later)
    row.refresh_from_db()
    assert all(one.shares for one in findings_of(row))


def test_a_match_that_cannot_be_looked_at_is_kept_as_such_and_asked_for_again_an_hour_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, people = finished()
    page, path = f"/table/{match.pk}/seat/0/analysis/", f"matches/{match.pk}/seats/0/analysis"
    ana, asked_at, failed = client_of(people[0]), timezone.now(), list[str]()
    row = ask_analysis(match=match, seat=0, user=people[0], now=asked_at)
    with monkeypatch.context() as patch:
        patch.setattr(teaching, "course_of", lambda *_: 1 / 0)
        patch.setattr("matches.signals.bot_failed.send", lambda *, sender, brain: failed.append(brain))
        assert not part(row)
    assert failed == ["sharp"]
    assert "This match could not be looked at." in words(ana, page)
    assert "Analyse my answers" not in ana.get(page).text
    ana.post(page)
    assert Analysis.objects.get() == row, "it counts for the limit of an hour"
    reply = caller(people[0]).get(path).json()
    assert (reply["done"], reply["failed"], reply["answers"]) == (True, True, [])
    Analysis.objects.update(asked_at=asked_at - AGAIN_AFTER)
    assert "Analyse my answers" in ana.get(page).text
    ana.post(page)
    go_through(Analysis.objects.get())
    assert "In short" in ana.get(page).text
    assert not caller(people[0]).get(path).json()["failed"]


def test_an_analysis_that_loses_its_workers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = finished()
    first = ask_analysis(match=match, seat=0, user=people[0], now=NOON)
    second = ask_analysis(match=match, seat=1, user=people[1], now=NOON + timedelta(seconds=1))

    def kill(*_: object) -> None:
        raise SystemExit

    now = NOON
    with monkeypatch.context() as patch:
        patch.setattr(thinking.TEACHER, "run", kill)
        for _ in range(PARTS_LOST):
            assert first_waiting() == first
            now += timedelta(seconds=LEASE_SECONDS)
            with pytest.raises(SystemExit):
                go_on(analysis_id=first.pk, done=0, now=now)
    assert not go_on(analysis_id=first.pk, done=0, now=now + timedelta(seconds=LEASE_SECONDS))
    assert Analysis.objects.get(pk=first.pk).is_failed
    assert first_waiting() == second


def test_a_part_that_ended_forgets_the_workers_lost_before(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = finished()
    row = ask_analysis(match=match, seat=0, user=people[0], now=NOON)
    Analysis.objects.update(begun=PARTS_LOST - 1)
    monkeypatch.setattr(teaching, "SLICE_SECONDS", 1e-9)
    go_through(row)
    row.refresh_from_db()
    assert (row.begun, row.is_failed, row.done) == (0, False, match.step + 1)


def test_a_position_that_cannot_be_prepared_counts_as_failed_and_holds_up_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, people = finished()
    first = ask_analysis(match=match, seat=0, user=people[0], now=NOON)
    second = ask_analysis(match=match, seat=1, user=people[1], now=NOON + timedelta(seconds=1))
    with monkeypatch.context() as patch:
        patch.setattr(Way, "otherwise", lambda *_: 1 / 0)
        go_through(first)
    assert any(not one.shares for one in findings_of(Analysis.objects.get(pk=first.pk)))
    assert first_waiting() == second
