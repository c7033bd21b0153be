"""A turn and its five actions."""

import pytest

from engine import RecordedChance, SeededChance
from engine.piecepack import TILES
from games.manipulation.rules import MANIPULATION
from games.manipulation.rules.actions import Bid, Force, Keep, Pass, Pull, Push, Replace, Try
from games.manipulation.rules.events import Drew, Forced, Kept, Passed, Pulled, Pushed, Refilled, TookBack, Tried
from games.manipulation.rules.options import ManipulationOptions
from tests.games.manipulation.positions import bid, code_of, of_type, play, position

HANDS = ("Sn S4 S2", "M2 M3 Ca")


@pytest.mark.parametrize(
    ("code", "tile", "pushed"),
    [
        ("5", "n", True),
        ("n", "5", True),
        ("n", "4", False),
        ("5", "a", False),
        ("3", "2", True),
        ("3", "4", True),
        ("3", "a", False),
        ("3", "n", False),
    ],
)
def test_neighbours_are_pushed_and_others_tried(code: str, tile: str, pushed: bool) -> None:  # M3
    state = position((f"S{tile} Ma M2", "Ca C2 C3"), code=f"{code}555", pile="A2 A3")
    legal = MANIPULATION.legal_actions(state, 0)
    assert (Push(f"S{tile}") in legal) is pushed
    assert (Try(f"S{tile}") in legal) is not pushed


def test_actions_come_in_a_fixed_order() -> None:
    state = position((*HANDS, "Cn C2 C3"), pile="A2 A3")
    assert MANIPULATION.legal_actions(state, 0) == (
        *(Push("Sn"), Push("S4"), Pull(), Try("S2")),
        *(Force(1), Force(2), Pass("Sn"), Pass("S2"), Pass("S4")),
    )
    assert MANIPULATION.legal_actions(state, 1) == ()


def test_a_pushed_tile_takes_the_place_of_the_old_one() -> None:
    state = position(HANDS, pile="A2 A3")
    after, events = play(state, {0: Push("Sn")})
    assert after.code == code_of("n555")
    assert after.discards == (*state.discards, "S5")
    assert after.hands == (("S2", "S4", "A2"), state.hands[1])
    assert after.pile == ("A3",)
    assert events[:2] == (Pushed(0, "Sn", "S5"), Drew(0, "A2"))
    assert (after.player, after.turn) == (1, 2)


def test_a_pull_the_winner_keeps_off_changes_no_hand() -> None:
    state = position(HANDS, pile="A2 A3")
    pulled, events = play(state, {0: Pull()})
    assert events == (Pulled(1, 0, "A2"),)
    assert pulled.pile == ("A3",)
    assert MANIPULATION.current_players(pulled) == (0, 1)  # M1
    won = bid(pulled, 1, 2).state
    assert MANIPULATION.current_players(won) == (1,)
    assert MANIPULATION.legal_actions(won, 1) == (Replace(), Keep())
    after, events = play(won, {1: Keep()})
    assert after.discards == (*state.discards, "A2")
    assert after.hands == state.hands
    assert after.code == state.code
    assert events[0] == Kept(1, "A2", "A5")
    assert not of_type(events, Drew)


def test_a_pulled_tile_put_into_the_code_sends_the_old_one_to_the_discards() -> None:
    state = position(HANDS, pile="A2 A3")
    after = play(bid(play(state, {0: Pull()}).state, 3, 2).state, {0: Replace()}).state
    assert after.code == code_of("5552")
    assert after.discards == (*state.discards, "A5")
    assert after.hands == state.hands


@pytest.mark.parametrize(("decision", "code", "discarded"), [(Replace(), "2555", "S5"), (Keep(), "5555", "S2")])
def test_who_tried_draws_no_matter_who_wins(decision: Replace | Keep, code: str, discarded: str) -> None:
    state = position(HANDS, pile="A2 A3")
    tried, events = play(state, {0: Try("S2")})
    assert events == (Tried(1, 0, "S2"),)  # M3
    assert tried.hands[0] == ("Sn", "S4")
    after, events = play(bid(tried, 1, 2).state, {1: decision})
    assert after.code == code_of(code)
    assert after.discards == (*state.discards, discarded)
    assert after.hands == (("Sn", "S4", "A2"), state.hands[1])
    assert of_type(events, Drew) == [Drew(0, "A2")]


@pytest.mark.parametrize(("draw", "tile"), [(0, "M2"), (1, "M3"), (2, "Ca")])
def test_chance_picks_the_tile_of_a_forced_discard(draw: int, tile: str) -> None:  # M8
    state = position(HANDS, pile="A2 A3")
    after, events = play(state, {0: Force(1)}, draw)
    assert events[:2] == (Forced(0, 1, tile), Drew(1, "A2"))
    assert after.discards == (*state.discards, tile)
    assert set(after.hands[1]) == {*state.hands[1], "A2"} - {tile}
    assert after.hands[0] == state.hands[0]


def test_the_only_opponent_is_named() -> None:  # M8
    legal = MANIPULATION.legal_actions(position(HANDS, pile="A2"), 0)
    assert [action for action in legal if isinstance(action, Force)] == [Force(1)]


def test_passing_gives_back_the_lowest_spent_coin() -> None:  # M14
    state = position(HANDS, pile="A2 A3", stocks=((0, 1, 3, 5), (0, 1, 2)))
    after, events = play(state, {0: Pass("S4")})
    assert after.stocks == ((0, 1, 2, 3, 5), (0, 1, 2))
    assert events[:3] == (Passed(0, "S4"), Drew(0, "A2"), TookBack(0, 2))
    assert after.hands[0] == ("Sn", "S2", "A2")
    assert after.discards[-1] == "S4"


def test_passing_with_no_coin_spent_gives_nothing() -> None:  # M14
    after, events = play(position(HANDS, pile="A2 A3"), {0: Pass("S4")})
    assert after.stocks[0] == (0, 1, 2, 3, 4, 5)
    assert not of_type(events, TookBack)


def test_an_empty_pile_is_refilled_at_the_end_of_the_turn() -> None:  # M6
    state = position(HANDS, pile="A2")
    chance = SeededChance(b"refill", 1)
    after, events = MANIPULATION.apply(state, {0: Pass("S4")}, chance)
    assert after.discards == ()
    assert set(after.pile) == {*state.discards, "S4"}
    assert events[-1] == Refilled(14)
    assert len(chance.draws) == 13
    again = MANIPULATION.apply(state, {0: Pass("S4")}, RecordedChance([0] * 13)).state
    assert again.pile != after.pile
    assert set(again.pile) == set(after.pile)


def test_a_pile_with_a_tile_left_is_not_refilled() -> None:  # M6
    after, events = play(position(HANDS, pile="A2 A3"), {0: Pass("S4")})
    assert after.pile == ("A3",)
    assert not of_type(events, Refilled)


def test_a_refill_waits_until_the_turn_is_over() -> None:  # M6
    pulled = play(position(HANDS, pile="A2"), {0: Pull()}).state
    assert pulled.pile == ()
    won = bid(pulled, 1, 2).state
    assert won.pile == ()
    after = MANIPULATION.apply(won, {1: Keep()}, SeededChance(b"refill", 1)).state
    assert "A2" in after.pile
    assert len(after.pile) == 14


def test_a_refill_notes_what_was_shuffled_together() -> None:  # M11
    state = position(HANDS, pile="A2")
    after = MANIPULATION.apply(state, {0: Pass("S4")}, SeededChance(b"refill", 1)).state
    assert {tile for tile, batch in zip(TILES, after.batches, strict=True) if batch == 1} == set(after.pile)
    assert set(after.batches) == {0, 1}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_set_up(players: int) -> None:
    first = set()
    for seed in range(30):
        state, events = MANIPULATION.initial_state(players, ManipulationOptions(), SeededChance(b"%d" % seed, 0))
        for suit in range(4):
            assert len({code[suit] for code in (*state.goals, state.code)}) == players + 1
        assert all(code[0][0] + code[1][0] + code[2][0] + code[3][0] == "SMCA" for code in (*state.goals, state.code))
        assert sorted((*state.code, *state.pile, *(t for hand in state.hands for t in hand))) == sorted(TILES)
        assert [len(hand) for hand in state.hands] == [3] * players
        assert state.first_code == state.code
        assert state.discards == ()
        assert state.stocks == ((0, 1, 2, 3, 4, 5),) * players
        assert len(events) == 1 + players
        first.add(state.player)
    assert first == set(range(players))


def test_missed_deadlines() -> None:
    state = position(("S4 M2 Ca", "M3 C3 A3"), pile="A2 Sa")
    assert MANIPULATION.default_action(state, 0) == Pass("Ca")
    pulled = play(state, {0: Pull()}).state
    assert MANIPULATION.default_action(pulled, 1) == Bid(0)
    assert MANIPULATION.default_action(bid(pulled, 2, 1).state, 0) == Keep()
