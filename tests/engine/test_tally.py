"""What a position promises each seat, for games that can say so before the end."""

from collections.abc import Iterator
from math import isclose, isfinite
from typing import Any

import pytest
from msgspec.structs import replace

from engine import Game, choice
from engine.quick_chance import RandomChance
from games.manipulation.rules import MANIPULATION
from games.plaques.rules import CONCEALED_DRAW
from games.plaques.rules.pieces import SUITED, TABLEAU_SIZE
from games.registry import GAMES
from games.tp5.rules import TP5

SEATS = 4
AnyGame = Game[Any, Any, Any, Any]


def states(game: AnyGame, seed: int, most: int = 400) -> Iterator[Any]:
    """The states of a match played at random."""
    chance = RandomChance(seed)
    state = game.initial_state(SEATS, game.Options(), chance).state
    for _ in range(most):
        yield state
        if not (asked := game.current_players(state)):
            break
        joint = {seat: choice(chance, game.legal_actions(state, seat)) for seat in asked}
        state = game.apply(state, joint, chance).state


@pytest.mark.parametrize("slug", GAMES)
def test_every_position_of_random_play_is_tallied_for_every_seat(slug: str) -> None:
    game = GAMES[slug]
    for seed in range(2):
        for state in states(game, seed):
            tally = game.tally(state)
            assert tally is not None and len(tally) == SEATS and all(map(isfinite, tally))


def test_of_the_lives_in_concealed_draw_one_is_to_be_lost_in_the_round() -> None:
    for state in states(CONCEALED_DRAW, 1):
        lost = sum(state.lives) - sum(CONCEALED_DRAW.tally(state))
        assert isclose(lost, 0 if state.phase == "over" else 1)


def test_nominating_in_concealed_draw_costs_nothing() -> None:
    found = [state for state in states(CONCEALED_DRAW, 1) if state.phase == "nominate"]
    assert found and all(CONCEALED_DRAW.tally(state)[state.turn] == state.lives[state.turn] for state in found)


def test_a_better_tableau_in_concealed_draw_promises_more() -> None:
    state = next(state for state in states(CONCEALED_DRAW, 1) if state.phase == "draw")
    best = replace(state, tableaux=(SUITED[:TABLEAU_SIZE], *state.tableaux[1:]))
    assert CONCEALED_DRAW.tally(best)[0] > CONCEALED_DRAW.tally(state)[0]
    assert all(CONCEALED_DRAW.tally(best)[seat] < CONCEALED_DRAW.tally(state)[seat] for seat in (1, 2, 3))


def test_in_manipulation_a_code_nearer_to_a_goal_and_coins_promise_more() -> None:
    state = next(states(MANIPULATION, 1))
    before, goal = MANIPULATION.tally(state), state.goals[2]
    nearer = MANIPULATION.tally(replace(state, code=(goal[0], *state.code[1:])))
    assert nearer[2] > before[2]
    poorer = MANIPULATION.tally(replace(state, stocks=((0,), *state.stocks[1:])))
    assert poorer[0] < before[0] and poorer[1:] == before[1:]


def test_in_tp5_better_claims_promise_more_and_no_more_than_the_round_gives() -> None:
    some = [state for state in states(TP5, 1) if state.tiles and any(state.claims) and state.phase != "over"]
    for state in some:
        hoped = [tally - points for tally, points in zip(TP5.tally(state), state.points, strict=True)]
        assert all(0 <= hope <= 1 for hope in hoped) and max(hoped) > 0
    claimed = [state for state in some if sum(map(len, state.claims)) >= SEATS]
    assert any(len({*TP5.tally(state)}) > 1 for state in claimed)
    over = list(states(TP5, 1))[-1]
    assert over.phase == "over" and list(TP5.tally(over)) == [float(points) for points in over.points]
