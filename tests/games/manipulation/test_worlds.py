"""Which goals and hands AI players of Manipulation imagine, and what a position is worth to them."""

from typing import Any, Literal

from msgspec.structs import replace

from engine import Budget
from engine.quick_chance import RandomChance
from games.levels import hooks_of
from games.manipulation.bot import steady
from games.manipulation.rules import MANIPULATION as GAME
from games.manipulation.rules.ending import agreement
from games.manipulation.search import worth
from games.manipulation.worlds import likely_world

BUDGET = Budget(seconds=1)


def after(turns: int, seed: int, suits_to_win: Literal[3, 4] = 3, seats: int = 4) -> Any:
    """A state of a match of steady players after so many turns, at least one before the end."""
    chance = RandomChance(seed)
    options = GAME.Options(suits_to_win=suits_to_win)
    state = before = GAME.initial_state(seats, options, chance).state
    while GAME.current_players(state) and before.turn < turns:
        before = state
        joint = {
            seat: steady(GAME.observation(state, seat), GAME.legal_actions(state, seat), BUDGET, chance)
            for seat in GAME.current_players(state)
        }
        state = GAME.apply(state, joint, chance).state
    return before


def test_a_likely_world_is_one_that_the_player_cannot_tell_from_the_real_one():
    for seed in range(12):
        state, chance = after(20, seed, suits_to_win=4 if seed % 2 else 3, seats=2 + seed % 3), RandomChance(seed)
        me = GAME.current_players(state)[0]
        seen = GAME.observation(state, me)
        for _ in range(5):
            assert GAME.observation(likely_world(seen, me, chance), me) == seen


def test_a_seat_that_spent_its_highest_coin_is_imagined_near_its_goal():
    state = after(8, 1)
    me, rival = 0, 1
    found = []
    for stock in ((0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4)):
        stocks = (state.stocks[me], stock, *state.stocks[2:])
        seen, chance = GAME.observation(replace(state, stocks=stocks), me), RandomChance(2)
        worlds = [likely_world(seen, me, chance) for _ in range(60)]
        found.append(sum(agreement(world.goals[rival], world.code) for world in worlds))
    assert found[1] > found[0] + 10


def test_a_tile_of_the_goal_in_the_hand_is_worth_something():
    state = after(3, 4)
    values = worth(state, RandomChance(1))
    assert sum(values) - 1 < 1e-9
    wanted = next(tile for tile in state.goals[0] if tile not in state.code and tile not in state.hands[0])
    better = replace(state, hands=((wanted, *state.hands[0][1:]), *state.hands[1:]))
    without = replace(state, hands=((), *state.hands[1:]))
    assert worth(better, RandomChance(1))[0] > worth(without, RandomChance(1))[0]


def test_sharp_imagines_likely_worlds():
    assert hooks_of(GAME).imagine is likely_world
