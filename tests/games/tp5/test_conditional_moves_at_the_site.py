"""Pass in every window of this round: a conditional move that saves waiting for players who would pass."""

import msgspec
import pytest

from accounts.models import User
from engine import choice
from engine.conditional_moves import ConditionalMove, Preference
from engine.quick_chance import RandomChance
from games.tp5.rules.actions import PASS
from matches.log.states import game_of, open_step, state_of
from matches.models import Match
from matches.play.conditional_moves import save_conditional_move
from tests.matches.conditional import answer, resolve, rules
from tests.matches.tables import NOON, table_of

pytestmark = pytest.mark.django_db
WINDOWS = ("before_roll", "disgrace", "mine")
KEYS = frozenset({"number_is_up", "hogging", "eviction", "time_warp"})


def answer_but_in_windows(match: Match, people: list[User], dice: RandomChance) -> None:
    """Answer at random for everyone; only the first player says nothing in windows."""
    game, state = game_of(match), state_of(match)
    for seat in game.current_players(state):
        if seat or state.phase not in WINDOWS:
            action = choice(dice, game.legal_actions(state, seat))
            answer(match, people[seat], msgspec.to_builtins(action))


def test_pass_in_every_window_this_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.log.seeds.new_root", lambda: bytes(32))
    match, people = table_of("ana", "ben", "cleo", slug="tp5", rounds=2, chosen_by="host", phestivities=KEYS)
    move = ConditionalMove("window", (Preference(action=msgspec.to_builtins(PASS)),), lasts="round")
    save_conditional_move(match_id=match.pk, user_id=people[0].pk, step=match.next_step, move=move, now=NOON)
    dice, passed = RandomChance(3), 0
    while state_of(match).round == 1:
        window, mine = state_of(match).phase in WINDOWS, 0 in game_of(match).current_players(state_of(match))
        answer_but_in_windows(match, people, dice)
        assert resolve(match), "nobody waits for who has ordered to pass"
        if window and mine:
            (given,) = (entry for entry in open_step(match.steps.get(number=match.step)).answers if entry.player == 0)
            assert (given.by, given.action) == ("conditional_move", msgspec.to_builtins(PASS))
            passed += 1
    assert passed > 1, "one conditional move, several windows"
    assert rules(match, 0) == (), "and it ends with the round"
