"""Weighing matches in a niced process of its own, so that no page waits for it; bots think in another."""

import multiprocessing
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import msgspec

from games.rules.core.log import LoggedStep
from games.rules.registry import GAMES
from moderation.signals.gains import Gain, gains

PATIENCE = 45.0
"""Seconds after which a batch is given up; what was weighed of it is weighed again another time."""


class Load(NamedTuple):
    """A match that has ended, as it goes to the process."""

    game: str
    players: int
    options: object
    steps: bytes
    persons: tuple[int, ...]
    seed: int


def weigh(load: Load) -> list[Gain]:
    """What each answer of a match gave the others."""
    game = GAMES[load.game]
    steps = msgspec.json.decode(load.steps, type=list[LoggedStep])
    options = msgspec.convert(load.options, game.Options)
    return gains(game, load.players, options, steps, persons=load.persons, seed=load.seed)


def weigh_all(loads: Sequence[Load]) -> list[list[Gain]]:
    """Weigh several matches; in place where a worker may start no process, as it is one already."""
    if not loads or multiprocessing.current_process().daemon:
        return [weigh(load) for load in loads]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context, initializer=_be_nice) as pool:
        return list(pool.map(weigh, loads, timeout=PATIENCE))


def _be_nice() -> None:
    os.nice(10)
