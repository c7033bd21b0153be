"""Orders for what has not been asked yet find the answer that their words say."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.conditional_move_words import actions_ahead
from engine.conditional_moves import ConditionalMove, Preference, chosen
from engine.quick_chance import RandomChance
from games.tp5.rules import TP5
from games.tp5.rules.actions import PASS, Choose, Claim, Give, MakeStatement, PassOn, SendBack, Tp5Action, TurnUp
from games.tp5.rules.flow import Play
from games.tp5.rules.phases import run
from games.tp5.rules.state import Tp5State
from tests.games.tp5.tables import new_match, table, window

ROW_OF_0 = ("S3", "Mn", "Ca", "A4")


def found(state: Tp5State, player: int, pattern: str) -> Tp5Action:
    """A pattern's answer for a player who is asked."""
    assert player in state.asked
    seen, legal = TP5.observation(state, player), TP5.legal_actions(state, player)
    moves = (ConditionalMove(TP5.conditionals.patterns[pattern].kind, (Preference(pattern=pattern),)),)
    answer = chosen(TP5, moves, seen, player, legal, step=5)
    assert answer is not None
    action: Tp5Action = answer.action
    return action


def asked_for(phase: Any, *, players: int = 6, **fields: Any) -> Tp5State:
    """A table where a part of the round begins; seat 0 has a null in slot 1 and an ace in slot 2."""
    state = table(players, tiles=ROW_OF_0)
    return run(Play(replace(state, phase=phase, asked=(), **fields)), RandomChance(3)).state


@pytest.mark.parametrize(("pattern", "slot"), [("pass_lowest", 1), ("pass_highest", 2)])
def test_a_tile_to_pass_on(pattern: str, slot: int) -> None:
    assert found(asked_for("pass_on"), 0, pattern) == PassOn(slot)


@pytest.mark.parametrize(("pattern", "slot"), [("show_lowest", 1), ("show_highest", 2)])
def test_a_tile_to_turn_up(pattern: str, slot: int) -> None:
    assert found(asked_for("turn_up", shown=(None,) * 6, shown_at=(None,) * 6), 0, pattern) == TurnUp(slot)


@pytest.mark.parametrize(("pattern", "slot"), [("state_lowest", 1), ("state_highest", 2)])
def test_a_statement_says_as_little_as_it_may(pattern: str, slot: int) -> None:
    statement = found(asked_for("statement"), 0, pattern)
    assert isinstance(statement, MakeStatement)
    assert statement.slot == slot
    assert len(statement.suits) * len(statement.values) == 12


def test_gifts() -> None:
    state = asked_for("give", in_play=("commune",), points=(0, 2, 1, 3, 0, 0))
    assert found(state, 0, "give_left") == Give((1, 2, 3))
    assert found(state, 4, "give_left") == Give((0, 1, 5))
    assert found(state, 0, "give_poorest") == Give((2, 4, 5))


def test_an_identifier_leaves_my_highest_tile() -> None:
    state = window(3, "eviction", tiles=ROW_OF_0, claims={0: (1,), 1: (1,), 2: (1,), 8: (0,)})
    evicting = run(Play(replace(state, phase="send_back", asked=(), evictor=0, to_evict=(1,))), RandomChance(3)).state
    assert found(evicting, 0, "back_highest") == SendBack(1, 2)


def test_what_may_be_chosen_before_it_is_asked() -> None:
    state = new_match(12, chance=RandomChance(1), chosen_by="dealer", phestivities=frozenset({"hogging", "commune"}))[0]
    waiting = next(seat for seat in range(12) if seat != state.dealer)
    listed = actions_ahead(TP5, TP5.observation(state, waiting), waiting, ())
    assert listed["choose"] == [Choose(()), Choose(("commune",)), Choose(("hogging",))]
    assert listed["window"] == [PASS]
    state = new_match(12)[0]
    (asked,) = state.asked
    waiting = (asked + 3) % 12
    listed = actions_ahead(TP5, TP5.observation(state, waiting), waiting, ())
    assert listed["turn_up"] == [TurnUp(slot) for slot in range(4)]
    assert set(listed["claim"]) == {Claim(place, waiting) for place in range(48)}
    assert listed["choose"] == []
