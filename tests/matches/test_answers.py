"""Answers that are refused change nothing and say why."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from foundation.errors import Forbidden, Refused, Stale
from foundation.vault import VERSION, unseal
from matches.log.states import game_of, state_of
from matches.models import Answer, Match, Step
from matches.play.answers import submit_answer
from matches.rounds.resolve import resolve_round
from matches.rounds.seal import checked_answer
from tests.matches.tables import NOON, person, table_of

pytestmark = pytest.mark.django_db
LET_STAND = {"act": "let_stand"}
REROLL = {"act": "reroll"}


def submit(match: Match, user: Any, action: Any, step: int = 1) -> None:
    submit_answer(match_id=match.pk, user_id=user.pk, step=step, actions=[action], now=NOON)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"act": "bid", "tiles": ["S5"]}, "illegal_action"),
        ({"act": "bid_coins", "coins": 1}, "illegal_action"),
        ({"act": "no such act"}, "malformed_answer"),
        ({"act": "let_stand", "extra": 1}, "malformed_answer"),
        ({"act": "bid", "tiles": "S5"}, "malformed_answer"),
        ({"act": "bid_coins", "coins": 10**40}, "illegal_action"),
        ({"act": "bid_coins", "coins": "1"}, "malformed_answer"),
        (None, "malformed_answer"),
        ([[[[]]]], "malformed_answer"),
    ],
)
def test_an_illegal_or_malformed_answer_is_refused(action: Any, code: str) -> None:
    match, people = table_of("ana", "ben", "cleo")
    with pytest.raises(Refused) as refused:
        submit(match, people[0], action)
    assert refused.value.code == code
    assert refused.value.status == 400
    assert not Answer.objects.exists()


def test_an_answer_for_another_step_is_stale() -> None:
    match, people = table_of("ana", "ben", "cleo")
    for step in (0, 2, 99):
        with pytest.raises(Stale) as stale:
            submit(match, people[0], LET_STAND, step=step)
        assert stale.value.code == "table_moved_on"
    assert not Answer.objects.exists()


def test_who_has_no_seat_cannot_answer() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    with pytest.raises(Forbidden) as forbidden:
        submit(match, person("dora"), LET_STAND)
    assert forbidden.value.code == "not_your_seat"
    assert not Answer.objects.exists()


def test_who_is_not_asked_cannot_answer() -> None:
    match, people = table_of("ana", "ben", "cleo")
    match.seats.filter(number=1).update(awaited=False)
    with pytest.raises(Stale) as stale:
        submit(match, people[1], LET_STAND)
    assert stale.value.code == "not_asked"


def test_what_the_rules_ask_of_others_is_refused_alike() -> None:
    match, _ = table_of("ana", "ben", "cleo", slug="concealed-draw")
    game, state = game_of(match), state_of(match)
    (asked,) = game.current_players(state)
    action = msgspec.to_builtins(game.legal_actions(state, asked)[0])
    with pytest.raises(Stale) as stale:
        checked_answer(match=match, seat=match.seats.exclude(number=asked)[0], action=action, now=NOON, by="player")
    assert (stale.value.code, stale.value.status) == ("not_asked", 409)


def test_an_answer_may_be_changed_until_the_round_resolves() -> None:
    match, people = table_of("ana", "ben", "cleo")
    submit(match, people[0], LET_STAND)
    first = Answer.objects.get()
    submit(match, people[0], REROLL)
    changed = Answer.objects.get()
    assert changed.pk == first.pk
    assert changed.commitment != first.commitment
    assert unseal(changed.sealed)["action"] == REROLL


def test_the_same_answer_twice_is_one_answer() -> None:
    match, people = table_of("ana", "ben", "cleo")
    submit(match, people[0], LET_STAND)
    submit(match, people[0], LET_STAND)
    assert Answer.objects.count() == 1


def test_several_answers_need_that_nobody_else_is_awaited() -> None:
    match, people = table_of("ana", "ben", "cleo")
    with pytest.raises(Refused) as refused:
        submit_answer(match_id=match.pk, user_id=people[0].pk, step=1, actions=[LET_STAND, LET_STAND], now=NOON)
    assert refused.value.code == "others_awaited"
    assert not Answer.objects.exists()
    assert Step.objects.count() == 1


@pytest.mark.parametrize("count", [0, 101])
def test_no_answer_and_too_many_are_refused(count: int) -> None:
    match, people = table_of("ana", "ben", "cleo")
    with pytest.raises(Refused) as refused:
        submit_answer(match_id=match.pk, user_id=people[0].pk, step=1, actions=[LET_STAND] * count, now=NOON)
    assert refused.value.code == "answer_missing"


def test_a_missing_match_is_no_match() -> None:
    with pytest.raises(Match.DoesNotExist):
        submit_answer(match_id=404, user_id=person("ana").pk, step=1, actions=[LET_STAND], now=NOON)


def test_an_ended_match_takes_no_answer() -> None:
    match, people = table_of("ana", "ben", "cleo")
    Match.objects.update(status=Match.Status.FINISHED)
    with pytest.raises(Stale) as stale:
        submit(match, people[0], LET_STAND)
    assert stale.value.code == "match_not_running"


def test_nothing_secret_is_readable_at_rest() -> None:
    match, people = table_of("ana", "ben", "cleo")
    submit(match, people[0], REROLL)
    match.refresh_from_db()
    answer = Answer.objects.get()
    for sealed in (match.sealed_seeds, match.sealed_state, answer.sealed, Step.objects.get().sealed):
        assert b'"act"' not in bytes(sealed or b"")
        assert b"reroll" not in bytes(sealed or b"")
        assert bytes(sealed or b"").startswith(VERSION)
    shown = f"{match!r} {answer!r} {match.__dict__} {answer.__dict__}"
    assert "reroll" not in shown.replace(str(match.options), "")
    assert msgspec.json.encode(state_of(match)).decode() not in shown


def test_a_round_resolves_once_when_all_are_in() -> None:
    match, people = table_of("ana", "ben", "cleo")
    for user in people:
        submit(match, user, LET_STAND)
    assert resolve_round(match_id=match.pk, now=NOON + timedelta(hours=1))
    match.refresh_from_db()
    assert match.step == 1
    assert game_of(match).observation(state_of(match), None).phase == "bid"
