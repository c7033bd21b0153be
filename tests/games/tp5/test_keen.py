"""What AI players of TP5 read from the claims of others."""

from typing import Any

from engine import Budget
from engine.quick_chance import RandomChance
from games.levels import hooks_of
from games.tp5.bot import steady
from games.tp5.keen import keen, likely_world
from games.tp5.rules import TP5
from games.tp5.rules.actions import Claim
from games.tp5.rules.state import ROW
from games.tp5.rules.values import VALUE_OF

BUDGET = Budget(seconds=1)


def claiming(seed: int, claims: int = 6) -> Any:
    """A state of a match of steady players in which so many identifiers lie."""
    chance = RandomChance(seed)
    state = TP5.initial_state(4, TP5.Options(), chance).state
    while state.phase != "claim" or sum(map(len, state.claims)) < claims:
        joint = {
            seat: steady(TP5.observation(state, seat), TP5.legal_actions(state, seat), BUDGET, chance)
            for seat in TP5.current_players(state)
        }
        state = TP5.apply(state, joint, chance).state
    return state


def test_a_likely_world_is_one_that_the_player_cannot_tell_from_the_real_one():
    for seed in range(12):
        state, chance = claiming(seed), RandomChance(seed)
        me = TP5.current_players(state)[0]
        seen = TP5.observation(state, me)
        for _ in range(5):
            assert TP5.observation(likely_world(seen, me, chance), me) == seen


def test_tiles_that_their_owners_claimed_are_imagined_high():
    found = {likely_world: 0.0, TP5.imagine: 0.0}
    for draw in found:
        for seed in range(12):
            state, chance = claiming(seed), RandomChance(seed)
            me = TP5.current_players(state)[0]
            world = draw(TP5.observation(state, me), me, chance)
            found[draw] += sum(
                VALUE_OF[world.tiles[place]] - 3.5
                for place, owners in enumerate(state.claims)
                if place // ROW in owners and place // ROW != me
            )
    assert found[likely_world] > 2 * found[TP5.imagine]


def test_keen_claims_what_an_owner_claimed_more_often_than_steady():
    def claimed_at_home(bot: Any) -> int:
        found = 0
        for seed in range(40):
            state = claiming(seed)
            me = TP5.current_players(state)[0]
            legal = TP5.legal_actions(state, me)
            action = bot(TP5.observation(state, me), legal, BUDGET, RandomChance(seed))
            assert action in legal
            if isinstance(action, Claim) and action.place // ROW != me:
                found += action.place // ROW in state.claims[action.place]
        return found

    assert claimed_at_home(keen) > claimed_at_home(steady) + 5


def test_sharp_begins_with_what_keen_answers():
    assert hooks_of(TP5).own is keen
