"""Weighing matches in a niced process of its own, so that no page waits for it; bots think in another."""

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from time import monotonic
from typing import NamedTuple

import msgspec

from games.rules.core.log import LoggedStep
from games.rules.registry import GAMES
from moderation.signals.gains import Gain, gains

ENOUGH = 20.0
"""Seconds for which the answers of a match are weighed: of long matches of slow games, a fair part."""
PATIENCE = 45.0
"""Seconds after which a match is given up that hangs in spite of that."""


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
    end = monotonic() + ENOUGH
    enough = lambda: monotonic() > end  # noqa: E731 - it is a value
    return gains(game, load.players, options, steps, persons=load.persons, seed=load.seed, enough=enough)


def weigh_apart(load: Load) -> list[Gain]:
    """Weigh a match; in place where a worker may start no process, as it is one already. Raises `TimeoutError`."""
    if multiprocessing.current_process().daemon:
        return weigh(load)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context, initializer=_be_nice) as pool:
        found = pool.submit(weigh, load)
        try:
            return found.result(timeout=PATIENCE)
        except TimeoutError:
            # The pool would wait for it for ever.
            for process in multiprocessing.active_children():
                if process in (pool._processes or {}).values():
                    process.kill()
            raise


def _be_nice() -> None:
    os.nice(10)
