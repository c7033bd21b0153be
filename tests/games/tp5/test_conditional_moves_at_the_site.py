"""Pass in every window of this round: the order that keeps a table of TP5 from waiting for whoever would pass."""

import msgspec
import pytest

from accounts.models import User
from games.bots.chance import RandomChance
from games.engine import game_of, logged, state_of
from games.models import Match
from games.rules.core import choice
from games.rules.core.plans import Rule, Wish
from games.rules.tp5.actions import PASS
from games.services.plans import rule_save
from tests.games.planning import answer, resolve, rules
from tests.games.tables import NOON, table_of

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
    monkeypatch.setattr("games.services.seeds.new_seed", lambda: bytes(32))
    match, people = table_of("ana", "ben", "cleo", slug="tp5", rounds=2, chosen_by="host", phestivities=KEYS)
    order = Rule("window", (Wish(action=msgspec.to_builtins(PASS)),), lasts="round")
    rule_save(match_id=match.pk, user_id=people[0].pk, step=match.next_step, rule=order, now=NOON)
    dice, passed = RandomChance(3), 0
    while state_of(match).round == 1:
        window, mine = state_of(match).phase in WINDOWS, 0 in game_of(match).current_players(state_of(match))
        answer_but_in_windows(match, people, dice)
        assert resolve(match), "nobody waits for who has ordered to pass"
        if window and mine:
            (given,) = (entry for entry in logged(match.steps.get(number=match.step)).answers if entry.player == 0)
            assert (given.by, given.action) == ("plan", msgspec.to_builtins(PASS))
            passed += 1
    assert passed > 1, "one order, several windows"
    assert rules(match, 0) == (), "and it ends with the round"
