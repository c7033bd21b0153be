"""What a position of Manipulation promises each seat."""

from msgspec.structs import replace

from games.manipulation.rules import MANIPULATION
from tests.engine.positions import states


def test_a_code_nearer_to_a_goal_and_coins_promise_more() -> None:
    state = next(states(MANIPULATION, 1))
    before, goal = MANIPULATION.tally(state), state.goals[2]
    nearer = MANIPULATION.tally(replace(state, code=(goal[0], *state.code[1:])))
    assert nearer[2] > before[2]
    poorer = MANIPULATION.tally(replace(state, stocks=((0,), *state.stocks[1:])))
    assert poorer[0] < before[0] and poorer[1:] == before[1:]
