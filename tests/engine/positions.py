"""Positions of matches played at random."""

from collections.abc import Iterator
from typing import Any

from engine import AnyGame, choice
from engine.quick_chance import RandomChance

SEATS = 4


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
