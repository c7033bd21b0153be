"""Positions of a match that are kept, so that any other is a few steps from one of them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from engine.chance import RecordedChance
from engine.game import AnyGame
from engine.log import REWOUND, LoggedStep
from engine.replay import play_step, step_aimed_at

EVERY = 64
"""The number of steps that must be played at most to reach a position."""

Kept = Mapping[int, msgspec.Raw]
"""Encoded positions by their place in the log."""


def keeper() -> tuple[dict[int, msgspec.Raw], Callable[[LoggedStep, Any], None]]:
    """Return positions that are still to be kept, and what to call with each step and the position after it."""
    kept: dict[int, msgspec.Raw] = {}
    # How many steps lead to each, without those taken back: after a rewind, the count goes on from its aim.
    lengths: dict[int, int] = {}
    places = iter(range(2**31))
    length = -1

    def keep(step: LoggedStep, state: Any) -> None:
        nonlocal length
        length = 1 + (lengths[step_aimed_at(step)] if step.kind == REWOUND else length)
        if step.is_play:
            lengths[step.number] = length
        place = next(places)
        if length % EVERY == 0:
            kept[place] = msgspec.Raw(msgspec.json.encode(state))

    return kept, keep


def position(game: AnyGame, players: int, options: Any, steps: Sequence[LoggedStep], kept: Kept) -> Any:
    """Return the position after the last of these steps of a checked log."""
    place_of = {step.number: place for place, step in enumerate(steps) if step.is_play}
    ahead: list[LoggedStep] = []
    place = len(steps) - 1
    while place >= 0 and place not in kept:
        step = steps[place]
        ahead.append(step)
        place = place_of[step_aimed_at(step)] if step.kind == REWOUND else place - 1
    state = msgspec.json.decode(kept[place], type=game.State) if place >= 0 else None
    for step in reversed(ahead):
        state = play_step(game, players, options, state, step, RecordedChance(step.draws)).state
    return state
