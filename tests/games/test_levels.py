"""The levels of AI players: every game has all of them, and each answers legally from what its seat sees."""

import pytest

from engine import AnyGame, Budget
from engine.quick_chance import RandomChance
from examples.goofspiel.rules import GOOFSPIEL
from games.levels import LEVELS, hooks_of, levels_of
from games.registry import GAMES

FEW = Budget(seconds=60, simulations=3)
STEPS = 12
MANY_STEPS = 60


@pytest.mark.parametrize("game", [*GAMES.values(), GOOFSPIEL], ids=[*GAMES, "goofspiel"])
def test_every_level_answers_legally(game: AnyGame):
    levels = levels_of(game)
    assert list(levels) == list(LEVELS)
    chance = RandomChance(1)
    seats = min(3, game.players[-1])
    state = game.initial_state(seats, game.Options(), chance).state
    for step in range(STEPS):
        joint = {}
        for seat in game.current_players(state):
            entrant = list(levels.values())[(seat + step) % len(levels)]
            seen, legal = game.observation(state, seat), game.legal_actions(state, seat)
            joint[seat] = entrant.bot(seen, legal, FEW, chance)
            assert joint[seat] in legal
        state = game.apply(state, joint, chance).state


def test_a_game_without_hooks_can_be_searched(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.levels.find_spec", lambda name: None)
    assert hooks_of(GOOFSPIEL).policy is GOOFSPIEL.bots["steady"]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_what_a_position_is_worth_is_shared_by_the_seats(game: AnyGame):
    hooks, chance = hooks_of(game), RandomChance(2)
    state = game.initial_state(game.players[0], game.Options(), chance).state
    assert hooks.worth is not None
    values = hooks.worth(state, chance)
    assert len(values) == game.players[0]
    assert sum(values) == pytest.approx(1) and min(values) >= 0


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_an_observation_tells_whose_it_is(game: AnyGame):
    state = game.initial_state(game.players[1], game.Options(), RandomChance(3)).state
    seats = range(game.players[1])
    assert [hooks_of(game).seat(game.observation(state, seat)) for seat in seats] == list(seats)


@pytest.mark.parametrize("game", [*GAMES.values(), GOOFSPIEL], ids=[*GAMES, "goofspiel"])
def test_the_worlds_of_a_search_are_ones_that_the_seat_cannot_tell_from_the_real_one(game: AnyGame):
    hooks, chance = hooks_of(game), RandomChance(4)
    state = game.initial_state(min(4, game.players[-1]), game.Options(), chance).state
    for _ in range(MANY_STEPS):
        asked = game.current_players(state)
        if not asked:
            break
        seen = game.observation(state, asked[0])
        world = hooks.world(game, seen, asked[0], chance)
        assert game.observation(world, asked[0]) == seen
        assert game.legal_actions(world, asked[0]) == game.legal_actions(state, asked[0])
        joint = {
            seat: hooks.policy(game.observation(state, seat), game.legal_actions(state, seat), FEW, chance)
            for seat in asked
        }
        state = game.apply(state, joint, chance).state
