"""What the search imagines of others' plaques, which bids it compares, and what lives are worth."""

from collections.abc import Callable
from dataclasses import replace as replace_hooks
from typing import Any

import pytest
from msgspec.structs import replace

from engine import AnyGame, Budget
from engine.quick_chance import RandomChance
from engine.search import SearchBot
from games.levels import hooks_of
from games.plaques.bots.concealed import is_worth_declaring
from games.plaques.bots.keen import keen
from games.plaques.bots.lives import EDGE, chance_to_last, most_alive
from games.plaques.rules.auction.actions import Add, Pass
from games.plaques.rules.auction.game import PLAQUE_AUCTION
from games.plaques.rules.concealed.actions import Nominate
from games.plaques.rules.concealed.game import CONCEALED_DRAW
from games.plaques.rules.concealed.state import ConcealedState
from games.plaques.rules.concealed.turns import MOST_TURNS
from games.plaques.rules.pieces import PLAQUES
from games.plaques.rules.prospects import prospect
from games.plaques.rules.ranking import strength

BUDGET = Budget(seconds=1)


def steady_until(game: AnyGame, reached: Callable[[Any], bool], seed: int) -> Any:
    """The first state of a match of steady players that a test looks for."""
    hooks, chance = hooks_of(game), RandomChance(seed)
    state = game.initial_state(4, game.Options(), chance).state
    while not reached(state):
        joint = {
            seat: hooks.policy(game.observation(state, seat), game.legal_actions(state, seat), BUDGET, chance)
            for seat in game.current_players(state)
        }
        state = game.apply(state, joint, chance).state
    return state


def mean_goodness(game: AnyGame, draw: Callable[..., Any], state: Any, goodness: Callable[[Any, int], int]) -> float:
    """How good the tableaux of others are in the states that the first seat asked imagines."""
    me, chance = game.current_players(state)[0], RandomChance(1)
    seen = game.observation(state, me)
    worlds = [draw(seen, me, chance) for _ in range(100)]
    return sum(goodness(world, seat) for world in worlds for seat in world.seated if seat != me) / 300


@pytest.mark.parametrize("seed", range(3))
def test_tableaux_are_imagined_better_after_turns(seed: int) -> None:
    state = steady_until(CONCEALED_DRAW, lambda state: min(state.turns) >= 2, seed)
    likely = hooks_of(CONCEALED_DRAW).imagine
    assert likely is not None

    def goodness(world: Any, seat: int) -> int:
        return strength(world.tableaux[seat])

    even = mean_goodness(CONCEALED_DRAW, CONCEALED_DRAW.imagine, state, goodness)
    assert mean_goodness(CONCEALED_DRAW, likely, state, goodness) > even + 100_000


@pytest.mark.parametrize("seed", range(3))
def test_a_declarer_is_imagined_with_a_tableau_to_declare_with(seed: int) -> None:
    state = steady_until(CONCEALED_DRAW, lambda state: state.declarer is not None, seed)
    likely, chance = hooks_of(CONCEALED_DRAW).imagine, RandomChance(1)
    assert likely is not None
    seen = CONCEALED_DRAW.observation(state, state.turn)
    worlds = [likely(seen, state.turn, chance) for _ in range(100)]
    assert all(sorted(every_plaque(world)) == sorted(PLAQUES) for world in worlds)
    good = [is_worth_declaring(strength(world.tableaux[state.declarer]), 4) for world in worlds]
    assert sum(good) >= 60


def test_a_player_who_ran_out_of_turns_is_not_taken_for_one_who_chose_to_declare() -> None:
    state = steady_until(CONCEALED_DRAW, lambda state: state.declarer is not None, 1)
    turns = tuple([MOST_TURNS if seat == state.declarer else count for seat, count in enumerate(state.turns)])
    seen, likely = CONCEALED_DRAW.observation(replace(state, turns=turns), state.turn), hooks_of(CONCEALED_DRAW).imagine
    assert likely is not None
    worlds = [likely(seen, state.turn, RandomChance(number)) for number in range(100)]
    good = [is_worth_declaring(strength(world.tableaux[state.declarer]), 4) for world in worlds]
    assert sum(good) < 60


@pytest.mark.parametrize("seed", range(3))
def test_discards_follow_the_rules_of_thumb_however_sure_the_search_is(seed: int) -> None:
    state = steady_until(CONCEALED_DRAW, lambda state: state.phase == "discard" and state.turn != 0, seed)
    hooks = hooks_of(CONCEALED_DRAW)
    eager = replace_hooks(hooks, doubt=lambda seen: hooks.doubt(seen) - 1000.0)
    seen, legal = CONCEALED_DRAW.observation(state, state.turn), CONCEALED_DRAW.legal_actions(state, state.turn)
    budget, usual = Budget(seconds=60, simulations=60), keen(seen, legal, BUDGET, RandomChance(1))
    picks = [SearchBot(CONCEALED_DRAW, eager)(seen, legal, budget, RandomChance(number)) for number in range(3)]
    assert picks == [usual] * 3
    free = replace_hooks(hooks, doubt=lambda seen: -1000.0)
    others = [SearchBot(CONCEALED_DRAW, free)(seen, legal, budget, RandomChance(number)) for number in range(3)]
    assert others != [usual] * 3


def every_plaque(state: ConcealedState) -> list[str]:
    """All plaques of a state, wherever they are."""
    in_hand = [state.drawn] if state.drawn else []
    return [*[plaque for tableau in state.tableaux for plaque in tableau], *state.pile, *state.centre, *in_hand]


@pytest.mark.parametrize("seed", range(3))
def test_hidden_plaques_are_imagined_to_fit_those_picked(seed: int) -> None:
    state = steady_until(PLAQUE_AUCTION, lambda state: state.round == 3, seed)
    likely = hooks_of(PLAQUE_AUCTION).imagine
    assert likely is not None

    def goodness(world: Any, seat: int) -> int:
        return prospect((*world.hidden[seat], *world.taken[seat]))

    even = mean_goodness(PLAQUE_AUCTION, PLAQUE_AUCTION.imagine, state, goodness)
    assert mean_goodness(PLAQUE_AUCTION, likely, state, goodness) > even + 20


def test_only_bids_that_change_the_order_of_picks_are_compared() -> None:
    state = steady_until(PLAQUE_AUCTION, lambda state: max(state.bids) > 0, 1)
    seat = PLAQUE_AUCTION.current_players(state)[0]
    candidates = hooks_of(PLAQUE_AUCTION).candidates
    assert candidates is not None
    seen, legal = PLAQUE_AUCTION.observation(state, seat), PLAQUE_AUCTION.legal_actions(state, seat)
    kept = candidates(seen, legal)
    needed = max(state.bids) - state.bids[seat]
    assert kept[0] == Pass()
    assert {Add(needed), Add(needed + 1)} <= set(kept)
    assert Add(needed + 5) in legal
    assert Add(needed + 5) not in kept


@pytest.mark.parametrize("lives", [(2, 2, 2, 2), (2, 1, 1, 1), (1, 0, 2, 2), (3, 1, 5, 2, 5, 4)])
def test_one_seat_is_the_last_with_lives(lives: tuple[int, ...]) -> None:
    state = replace(
        CONCEALED_DRAW.initial_state(len(lives), CONCEALED_DRAW.Options(), RandomChance(1)).state, lives=lives
    )
    worth = hooks_of(CONCEALED_DRAW).worth
    assert worth is not None
    chances = worth(state, RandomChance(1))
    assert sum(chances) == pytest.approx(1)
    assert [chance == 0 for chance in chances] == [not left for left in lives]


def test_a_lead_in_lives_is_worth_what_rivals_leave_of_it() -> None:
    won = EDGE / (1 + EDGE)
    even = chance_to_last((1, 1), 0)
    assert even == pytest.approx(won)
    assert chance_to_last((2, 1), 0) == pytest.approx(won + (1 - won) * even)
    three = chance_to_last((1, 1, 1), 0)
    assert chance_to_last((2, 1, 1), 0) == pytest.approx((EDGE * chance_to_last((2, 1, 0), 0) + 2 * three) / (2 + EDGE))
    # The third seat strikes the first of equals clockwise, and that is me.
    assert three == pytest.approx((EDGE * even + even) / (2 + EDGE))


def test_sharp_puts_out_a_weak_rival_and_leaves_those_whom_others_will_name() -> None:
    state = steady_until(CONCEALED_DRAW, lambda state: state.phase == "nominate", 1)
    lives = tuple([1 if seat == (state.turn + 3) % 4 else 2 for seat in range(4)])
    state = replace(state, seated=(0, 1, 2, 3), lives=lives)
    seen, legal = CONCEALED_DRAW.observation(state, state.turn), CONCEALED_DRAW.legal_actions(state, state.turn)
    bot = SearchBot(CONCEALED_DRAW, hooks_of(CONCEALED_DRAW))
    assert bot(seen, legal, Budget(60, 60), RandomChance(1)) == Nominate((state.turn + 3) % 4)


def test_lives_are_counted_by_the_rule_that_steady_names_players_by() -> None:
    for seed in range(6):
        state = steady_until(CONCEALED_DRAW, lambda state: state.phase == "nominate" and state.round > 2, seed)
        legal = CONCEALED_DRAW.legal_actions(state, state.turn)
        named = hooks_of(CONCEALED_DRAW).policy(
            CONCEALED_DRAW.observation(state, state.turn), legal, BUDGET, RandomChance(1)
        )
        assert named == Nominate(most_alive(state.lives, state.turn))
