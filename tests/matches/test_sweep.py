"""The sweep finds what lost tasks missed."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from celery import current_app
from celery.exceptions import Ignore
from django.core.cache import cache

from accounts.models import User
from foundation.vault import unseal
from matches import sweep as sweep_of_matches
from matches.bots.play import play_bots
from matches.lobby.votes import open_vote
from matches.log.sealed_answers import open_answer
from matches.models import Answer, Match
from matches.play.answers import submit_answer
from matches.policy import POLICY
from matches.rounds.resolve import resolve_round
from matches.sweep import sweep
from matches.tasks import pass_deadlines_of_many_task, resolve_rounds_task, sweep_matches
from matches.view.match_view import match_view, matches
from tests.matches.tables import DAY, NOON, table_of

pytestmark = pytest.mark.django_db(transaction=True)
LATE = NOON + timedelta(seconds=DAY)


def test_a_complete_round_is_resolved_without_its_task() -> None:
    match, people = table_of("ana", "ben", "cleo")
    for user in people:
        submit_answer(match_id=match.pk, user_id=user.pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    sweep(now=NOON)
    match.refresh_from_db()
    assert match.step == 1


def test_before_the_deadline_nothing_happens() -> None:
    match, people = table_of("ana", "ben", "cleo")
    submit_answer(match_id=match.pk, user_id=people[0].pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    assert sweep(now=LATE - timedelta(seconds=1)) == 0
    match.refresh_from_db()
    assert match.step == 0


def test_a_passed_deadline_plays_the_default_and_the_log_says_so() -> None:
    match, people = table_of("ana", "ben", "cleo")
    submit_answer(match_id=match.pk, user_id=people[0].pk, step=1, actions=[{"act": "reroll"}], now=NOON)
    sweep(now=LATE)
    match = matches().get()
    assert match.step == 1
    sentences = [sentence for entry in match_view(match, 0).log for sentence in entry.sentences]
    assert "Ben did not answer in time, so the table answered." in sentences
    assert "You did not answer in time, so the table answered." not in sentences
    assert not Answer.objects.exists()


def test_bots_move_without_their_task(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = table_of("ana", "ben", bots=["steady"])
    for user in people:
        submit_answer(match_id=match.pk, user_id=user.pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    asked: list[int] = []
    monkeypatch.setattr("matches.queue.enqueue_play_bots", asked.append)
    sweep(now=NOON)
    assert asked == [match.pk]
    assert play_bots(match_id=match.pk, now=NOON) == 1
    asked.clear()
    assert resolve_round(match_id=match.pk, now=NOON)
    match.refresh_from_db()
    assert match.step == 1


def test_sweeps_look_at_all_votes_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep_of_matches, "PLACE_OF_VOTES", "matches:votes-in-this-test")
    monkeypatch.setattr(sweep_of_matches, "VOTES_LOOKED_AT", 2)
    for _ in range(3):
        match, people = table_of("ana", "ben", "cleo", turn_seconds=7 * DAY)
        open_vote(match_id=match.pk, user_id=people[0].pk, kind="pause", now=NOON)
    late, left = NOON + timedelta(days=POLICY.vote_days), []
    for _ in range(2):
        sweep(now=late)
        left.append(Match.objects.exclude(vote="").count())
    assert left == [1, 0]


def test_hosts_take_turns_with_their_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    crowd = [table_of("ana", "ben", bots=["steady"])[0].pk for _ in range(9)]
    match, _ = table_of("cleo", "ben", bots=["steady"])
    asked: list[int] = []
    monkeypatch.setattr("matches.queue.enqueue_play_bots", asked.append)
    sweep(now=NOON)
    assert match.pk in asked[:2]
    assert sorted(asked) == [*crowd, match.pk]


def test_a_bot_that_fails_has_the_default_played_for_it() -> None:
    match, _ = table_of("ana", "ben", bots=["steady"])
    User.objects.filter(kind="house").update(brain="no such brain")
    assert play_bots(match_id=match.pk, now=NOON) == 1
    answer = Answer.objects.get()
    assert open_answer(answer).answered_by == "default"
    assert unseal(answer.sealed)["action"] == {"act": "let_stand"}


def test_a_match_that_fails_does_not_keep_others_waiting(caplog: pytest.LogCaptureFixture) -> None:
    broken, _ = table_of("ana", "ben", "cleo")
    sound, people = table_of("dora", "emil", "fred")
    submit_answer(match_id=sound.pk, user_id=people[0].pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    Match.objects.filter(pk=broken.pk).update(sealed_state=b"spoilt")
    sweep(now=LATE)
    sound.refresh_from_db()
    assert sound.step == 1
    assert f"The deadlines of match {broken.pk} could not be passed" in caplog.text
    assert "S5" not in caplog.text


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[int], dict[str, Any]]]:
    """The tasks that are asked for, with their arguments and options."""
    tasks: list[tuple[str, list[int], dict[str, Any]]] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args, **options: tasks.append((name, args, options)))
    return tasks


def test_many_overdue_matches_are_handed_on_in_shares(
    monkeypatch: pytest.MonkeyPatch, asked: list[tuple[str, list[int], dict[str, Any]]]
) -> None:
    monkeypatch.setattr(sweep_of_matches, "TOGETHER", 2)
    for _ in range(5):
        match, people = table_of("ana", "ben", "cleo")
        submit_answer(match_id=match.pk, user_id=people[0].pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    asked.clear()
    assert sweep(now=LATE) == 5
    shares = [args for name, args, _ in asked if name == "matches.pass_deadlines_of_many"]
    assert sorted(map(len, shares)) == [1, 2]
    assert {number for share in shares for number in share} == set(
        Match.objects.filter(step=0).values_list("pk", flat=True)
    )
    assert all(options.get("expires") for name, _, options in asked), "the next sweeps ask for them again"
    monkeypatch.setattr("django.utils.timezone.now", lambda: LATE)
    for share in shares:
        pass_deadlines_of_many_task(*share)
    assert set(Match.objects.values_list("step", flat=True)) == {1}


def test_many_complete_rounds_are_handed_on_in_shares(
    monkeypatch: pytest.MonkeyPatch, asked: list[tuple[str, list[int], dict[str, Any]]]
) -> None:
    monkeypatch.setattr(sweep_of_matches, "TOGETHER", 2)
    for _ in range(5):
        match, people = table_of("ana", "ben", "cleo")
        for user in people:
            submit_answer(match_id=match.pk, user_id=user.pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    asked.clear()
    assert sweep(now=NOON) == 5
    shares = [args for name, args, _ in asked if name == "matches.resolve_rounds"]
    assert sorted(map(len, shares)) == [1, 2]
    for share in shares:
        resolve_rounds_task(*share)
    assert set(Match.objects.values_list("step", flat=True)) == {1}


def test_one_sweep_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []

    def sweep_in_sweep(*, now: datetime) -> None:
        begun.append(1)
        if len(begun) == 1:
            with pytest.raises(Ignore):
                sweep_matches()

    monkeypatch.setattr("matches.tasks.sweep", sweep_in_sweep)
    sweep_matches()
    assert begun == [1]
    sweep_matches()
    assert begun == [1, 1], "one that ended makes way for the next"


def test_a_sweep_needs_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = table_of("ana", "ben", "cleo")
    for user in people:
        submit_answer(match_id=match.pk, user_id=user.pk, step=1, actions=[{"act": "let_stand"}], now=NOON)

    def unreachable(*_: Any, **__: Any) -> None:
        raise ConnectionError

    for name in ("add", "get", "set", "delete"):
        monkeypatch.setattr(cache, name, unreachable)
    sweep_matches()
    match.refresh_from_db()
    assert match.step == 1
