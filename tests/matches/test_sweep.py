"""The sweep finds what lost hints missed."""

from datetime import timedelta

import pytest

from accounts.models import User
from games.models import Answer, Match
from games.sealing import opened
from games.selectors import match_view, matches
from games.services.answers import answer_submit
from games.services.bots import bots_play
from games.services.rounds import round_resolve
from games.services.sweep import sweep
from games.vault import unseal
from tests.games.tables import DAY, NOON, table_of

pytestmark = pytest.mark.django_db(transaction=True)
LATE = NOON + timedelta(seconds=DAY)


def test_a_complete_round_is_resolved_without_its_hint() -> None:
    match, people = table_of("ana", "ben", "cleo")
    for user in people:
        answer_submit(match_id=match.pk, user_id=user.pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    sweep(now=NOON)
    match.refresh_from_db()
    assert match.step == 1


def test_before_the_deadline_nothing_happens() -> None:
    match, people = table_of("ana", "ben", "cleo")
    answer_submit(match_id=match.pk, user_id=people[0].pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    assert sweep(now=LATE - timedelta(seconds=1)) == 0
    match.refresh_from_db()
    assert match.step == 0


def test_a_passed_deadline_plays_the_default_and_the_log_says_so() -> None:
    match, people = table_of("ana", "ben", "cleo")
    answer_submit(match_id=match.pk, user_id=people[0].pk, step=1, actions=[{"act": "reroll"}], now=NOON)
    sweep(now=LATE)
    match = matches().get()
    assert match.step == 1
    sentences = [sentence for entry in match_view(match, 0).log for sentence in entry.sentences]
    assert "Ben did not answer in time, so the table answered." in sentences
    assert "You did not answer in time, so the table answered." not in sentences
    assert not Answer.objects.exists()


def test_bots_move_without_their_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = table_of("ana", "ben", bots=["steady"])
    for user in people:
        answer_submit(match_id=match.pk, user_id=user.pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    hinted: list[int] = []
    monkeypatch.setattr("games.hints.bots_to_move", hinted.append)
    sweep(now=NOON)
    assert hinted == [match.pk]
    assert bots_play(match_id=match.pk, now=NOON) == 1
    hinted.clear()
    assert round_resolve(match_id=match.pk, now=NOON)
    match.refresh_from_db()
    assert match.step == 1


def test_a_bot_that_fails_has_the_default_played_for_it() -> None:
    match, _ = table_of("ana", "ben", bots=["steady"])
    User.objects.filter(kind="house").update(brain="no such brain")
    assert bots_play(match_id=match.pk, now=NOON) == 1
    answer = Answer.objects.get()
    assert opened(answer).answered_by == "default"
    assert unseal(answer.sealed)["action"] == {"act": "let_stand"}


def test_a_match_that_fails_does_not_keep_others_waiting(caplog: pytest.LogCaptureFixture) -> None:
    broken, _ = table_of("ana", "ben", "cleo")
    sound, people = table_of("dora", "emil", "fred")
    answer_submit(match_id=sound.pk, user_id=people[0].pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    Match.objects.filter(pk=broken.pk).update(sealed_state=b"spoilt")
    sweep(now=LATE)
    sound.refresh_from_db()
    assert sound.step == 1
    assert f"Match {broken.pk} could not be swept" in caplog.text
    assert "S5" not in caplog.text
