"""A match through the services: sealed, resolved, ended, checked."""

import msgspec
import pytest

from engine.quick_chance import RandomChance
from games.verify import check_file
from matches.log.states import game_of, state_of
from matches.models import Answer, Match, Step
from matches.play.answers import submit_answer
from matches.rounds.resolve import resolve_round
from matches.view.match_view import matches
from matches.view.verification import export_json, match_checks
from tests.matches.tables import NOON, answer_all, table_of

pytestmark = pytest.mark.django_db


def test_a_match_runs_to_its_end_and_every_check_holds() -> None:
    match, people = table_of("ana", "ben", "cleo", target=25)
    chance = RandomChance(4)
    for _ in range(500):
        match.refresh_from_db()
        if match.status == Match.Status.FINISHED:
            break
        answer_all(match, people, chance)
        assert resolve_round(match_id=match.pk, now=NOON)
    match = matches().get(pk=match.pk)
    assert match.status == Match.Status.FINISHED
    assert min(seat.place or 0 for seat in match.seats.all()) == 1
    assert [check.detail for check in match_checks(match) if not check.ok] == []
    assert [check.detail for check in check_file(export_json(match)) if not check.ok] == []
    assert not Answer.objects.exists()


def test_a_round_waits_for_the_last_answer() -> None:
    match, people = table_of("ana", "ben", "cleo")
    game, state = game_of(match), state_of(match)
    for seat in (0, 1):
        action = msgspec.to_builtins(game.default_action(state, seat))
        submit_answer(match_id=match.pk, user_id=people[seat].pk, step=1, actions=[action], now=NOON)
        assert not resolve_round(match_id=match.pk, now=NOON)
    submit_answer(match_id=match.pk, user_id=people[2].pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    assert resolve_round(match_id=match.pk, now=NOON)
    assert not resolve_round(match_id=match.pk, now=NOON)
    assert Step.objects.filter(match=match).count() == 2
