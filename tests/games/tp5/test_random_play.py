"""Random play at every table and with every allowed set of phestivities."""

import msgspec
import pytest

from engine import IllegalAction, choice
from engine.quick_chance import RandomChance
from games.tp5.rules import TP5
from games.tp5.rules.actions import Claim, Disgrace, Evict, Hog, Pass, Tp5Action, Warp
from games.tp5.rules.options import KEYS, Key, Tp5Options
from games.tp5.rules.programme import allowed_sets
from games.tp5.rules.state import ROW, Tp5State, row_of
from tests.engine.conformance import CHECKS, Table
from tests.support.tiers import some_of

SEATS = range(2, 13)


def play(players: int, options: Tp5Options, seed: int) -> list[Tp5State]:
    """Play at random to the end and return every state."""
    chance = RandomChance(seed)
    states = [TP5.initial_state(players, options, chance).state]
    while states[-1].asked:
        joint = {}
        for player in states[-1].asked:
            legal = TP5.legal_actions(states[-1], player)
            joint[player] = legal[chance.below(len(legal))]
        states.append(TP5.apply(states[-1], joint, chance).state)
    return states


def hold(state: Tp5State) -> None:
    """What every table must hold (T5)."""
    players = state.players
    if not state.tiles:
        return
    for place, owners in enumerate(state.claims):
        assert len(owners) == len(set(owners)) <= ROW
        if place in state.hogged:
            assert owners == (place // ROW,)
    for owner in range(players):
        lying = sum(owner in owners for owners in state.claims)
        held = sum(hand.count(owner) for hand in state.held)
        assert lying + held <= ROW
        own_row = [place for place in row_of(owner) if owner in state.claims[place] and place not in state.hogged]
        assert len(own_row) <= 2
    if state.phase == "claim":
        spent = sum(map(len, state.claims)) + sum(map(len, state.held))
        assert spent == ROW * players


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("reveal", ["in_turn", "together"])
def test_random_play_at_every_seat_count(players: int, reveal: str) -> None:
    for seed in range(3):
        options = msgspec.convert({"rounds": 3, "reveal": reveal}, Tp5Options)
        states = play(players, options, seed)
        for state in states:
            hold(state)
        assert states[-1].phase == "over"
        assert sum(states[-1].points) >= 3


def tried(state: Tp5State, player: int) -> list[Tp5Action]:
    """Answers of which some are legal in most positions."""
    places = range(-1, len(state.tiles) + 1)
    claims = [Claim(place, owner) for place in places for owner in range(state.players)]
    paid = [kind(place) for kind in (Warp, Evict, Disgrace) for place in places]
    return [*claims, *paid, *map(Hog, range(ROW)), Pass()]


@pytest.mark.parametrize("players", [2, 3, 5, 7])
def test_an_answer_is_listed_if_and_only_if_it_is_not_refused(players: int) -> None:
    for state in play(players, Tp5Options(rounds=4), 40 + players):
        for player in state.asked:
            legal = set(TP5.legal_actions(state, player))
            for action in tried(state, player):
                assert (action in legal) == _accepted(state, player, action)
            for action in list(legal)[:40]:
                assert _accepted(state, player, action)


def _accepted(state: Tp5State, player: int, action: Tp5Action) -> bool:
    try:
        TP5.check(state, player, action)
    except IllegalAction:
        return False
    return True


def play_set(players: int, chosen: tuple[Key, ...], seed: int) -> None:
    options = Tp5Options(rounds=1, chosen_by="host", phestivities=frozenset(chosen))
    states = play(players, options, seed)
    assert states[-1].phase == "over"
    assert states[-1].in_play == chosen
    hold(states[-2])


@pytest.mark.parametrize("part", some_of(range(12), 1, "every allowed set of phestivities, not one in twelve"))
def test_every_allowed_set_in_random_play_to_the_end(part: int) -> None:
    """Each set once, at seat counts that change from set to set; parts, so that they can run side by side."""
    played = 0
    for number, chosen in enumerate(allowed_sets(KEYS, 4)):
        if number % 12 != part:
            continue
        fits = [players for players in SEATS if chosen in _allowed(players)]
        play_set(fits[number // 12 % len(fits)], chosen, number)
        played += 1
    assert played == 3456 // 12


LARGEST = 10
"""Phestivities that fit together: one of each of the three pairs of T3, and the seven others."""


@pytest.mark.parametrize("size", some_of(range(3, LARGEST + 1), 2, "sets of every size, not the smallest and largest"))
def test_sets_of_every_size_hold_what_every_game_must(size: int) -> None:
    """Smaller ones are checked, every one, with the options of all games."""
    chance = RandomChance(size)
    chosen = choice(chance, [one for one in allowed_sets(KEYS, 4) if len(one) == size])
    players = choice(chance, [players for players in SEATS if chosen in _allowed(players)])
    options = Tp5Options(rounds=1, chosen_by="host", phestivities=frozenset(chosen))
    for check in CHECKS:
        check(Table(TP5, players, options))


def test_no_more_fit_together() -> None:
    assert max(map(len, allowed_sets(KEYS, 4))) == LARGEST


_SETS: dict[int, frozenset[tuple[Key, ...]]] = {}


def _allowed(players: int) -> frozenset[tuple[Key, ...]]:
    if players not in _SETS:
        _SETS[players] = frozenset(allowed_sets(KEYS, players))
    return _SETS[players]


def test_a_missed_deadline_always_has_an_answer() -> None:
    """A match in which no one ever answers ends too."""
    state = TP5.initial_state(4, Tp5Options(rounds=2), RandomChance(3)).state
    for _ in range(500):
        if not state.asked:
            break
        joint = {player: TP5.default_action(state, player) for player in state.asked}
        for player in state.asked:
            assert joint[player] == TP5.legal_actions(state, player)[0]
        state = TP5.apply(state, joint, RandomChance(4)).state
    assert state.phase == "over"
